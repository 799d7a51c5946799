package aidstack_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// attachmentVectors are those that all SDKs share.
type attachmentVectors struct {
	Cases []struct {
		Path, Filename string
		ContentType    string `json:"content_type"`
	}
	MaxBytes         int      `json:"max_bytes"`
	RefusedFilenames []string `json:"refused_filenames"`
}

func readAttachmentVectors(t *testing.T) attachmentVectors {
	t.Helper()
	var file attachmentVectors
	readVectors(t, "attachments.json", &file)
	if len(file.Cases) == 0 || len(file.RefusedFilenames) == 0 {
		t.Fatal("there are no vectors")
	}
	return file
}

// namedReader is a reader with a name, as a file.
type namedReader struct {
	io.Reader
	name string
}

func (r namedReader) Name() string { return r.name }

func writeFile(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// checkMistake expects a mistake of the program that names a parameter, and no error of the connection.
func checkMistake(t *testing.T, parameter string, err error) {
	t.Helper()
	if !aidstack.IsValidation(err) || aidstack.IsConnection(err) {
		t.Errorf("%v is no mistake of the program", err)
	} else if !strings.HasPrefix(err.Error(), "aidstack: "+parameter+": ") {
		t.Errorf("%s is not named: %v", parameter, err)
	}
}

func TestAnAttachmentHasTheContentNameAndTypeOfAFileOrAReader(t *testing.T) {
	content := []byte("%PDF-1.4 \x00\xff")
	path := writeFile(t, "report.pdf", content)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	fromFile, err := aidstack.AttachmentFromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fromOpened, err := aidstack.AttachmentFromReader(file, "")
	if err != nil {
		t.Fatal(err)
	}
	inline, err := aidstack.AttachmentFromReader(iotest.OneByteReader(bytes.NewReader(content)), "logo.unknown-ending")
	if err != nil {
		t.Fatal(err)
	}
	inline.ContentID = "logo"
	fake := aidstacktest.New()
	fake.Reply("POST /v1/identities/{id}/mail/send", 202, "{}")
	_, err = fake.Client().Mail.Send(t.Context(), aidstack.MailSendParams{
		Attachments: []aidstack.NewAttachment{fromFile, fromOpened, inline},
	})
	pdf := `{"filename":"report.pdf","content_type":"application/pdf","content_base64":"JVBERi0xLjQgAP8="}`
	other := `{"filename":"logo.unknown-ending","content_type":"application/octet-stream",` +
		`"content_base64":"JVBERi0xLjQgAP8=","content_id":"logo"}`
	if expected := `{"attachments":[` + pdf + "," + pdf + "," + other + "]}"; err != nil || fake.Requests()[0].Body != expected {
		t.Errorf("%s\nin place of\n%s\n%v", fake.Requests()[0].Body, expected, err)
	}
}

func TestTheNameAndTheTypeOfAnAttachmentAreThoseOfTheVectorsOnEveryMachine(t *testing.T) {
	vectors := readAttachmentVectors(t)
	for _, test := range vectors.Cases {
		found, err := aidstack.AttachmentFromReader(namedReader{strings.NewReader("x"), test.Path}, "")
		if err != nil || found.Filename != test.Filename || found.ContentType != test.ContentType {
			t.Errorf("%s: %s, %s, %v", test.Path, found.Filename, found.ContentType, err)
		}
	}
	for _, name := range vectors.RefusedFilenames {
		_, err := aidstack.AttachmentFromReader(strings.NewReader("x"), name)
		checkMistake(t, "filename", err)
	}
}

func TestAnAttachmentThatIsTooLargeIsRefusedWithoutReadingAllOfIt(t *testing.T) {
	limit := readAttachmentVectors(t).MaxBytes
	path := writeFile(t, "large.bin", make([]byte, limit))
	if found, err := aidstack.AttachmentFromFile(path); err != nil || len(found.Content) != limit {
		t.Errorf("%d bytes: %v", limit, err)
	}
	if err := os.WriteFile(path, make([]byte, limit+1), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := aidstack.AttachmentFromFile(path)
	checkMistake(t, "path", err)
	endless := bytes.NewReader(make([]byte, 2*limit))
	_, err = aidstack.AttachmentFromReader(endless, "endless.bin")
	checkMistake(t, "reader", err)
	if endless.Len() != limit-1 {
		t.Errorf("%d bytes are left", endless.Len())
	}
}

func TestAttachmentsThatAreTooLargeTogetherAreRefusedBeforeTheyAreSent(t *testing.T) {
	half := aidstack.NewAttachment{Filename: "half.bin", Content: make([]byte, readAttachmentVectors(t).MaxBytes/2)}
	one := aidstack.NewAttachment{Filename: "one.bin", Content: []byte("x")}
	fake := aidstacktest.New()
	fake.Reply("POST /v1/identities/{id}/mail/send", 202, "{}")
	mail := fake.Client().Mail
	params := aidstack.MailSendParams{Attachments: []aidstack.NewAttachment{half, half}}
	if _, err := mail.Send(t.Context(), params); err != nil {
		t.Error(err)
	}
	params.Attachments = append(params.Attachments, one)
	_, err := mail.Send(t.Context(), params)
	checkMistake(t, "attachments", err)
	_, err = mail.Reply(t.Context(), "msg_1", params)
	checkMistake(t, "attachments", err)
	if len(fake.Requests()) != 1 {
		t.Errorf("%d requests", len(fake.Requests()))
	}
}

func TestAReaderThatFailsIsAMistakeOfTheProgramAndAMissingFileIsNamed(t *testing.T) {
	lost := &net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}
	_, err := aidstack.AttachmentFromReader(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(lost)), "half.bin")
	checkMistake(t, "reader", err)
	if !errors.Is(err, io.ErrUnexpectedEOF) || aidstack.IsTimeout(err) {
		t.Errorf("the error of the reader is lost: %v", err)
	}
	_, err = aidstack.AttachmentFromFile(filepath.Join(t.TempDir(), "missing.pdf"))
	checkMistake(t, "path", err)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "missing.pdf") {
		t.Errorf("the file is not named: %v", err)
	}
	_, err = aidstack.AttachmentFromFile(t.TempDir())
	checkMistake(t, "path", err)
}
