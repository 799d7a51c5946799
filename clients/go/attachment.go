package aidstack

import (
	"io"
	"os"
	"strings"
)

// AttachmentFromFile returns an attachment with the content of a file. The recipient sees the name of the file without
// its folder; the media type is that of the name's ending. Both can be changed, and ContentID makes it inline:
//
//	report, err := aidstack.AttachmentFromFile("/tmp/report-7f3a.pdf")
//	report.Filename = "Report.pdf"
//
// Never pass a path that a stranger has written: the file would be sent. A file that cannot be read, or has more than
// 3.5 MB, is an [IsValidation] error; errors.Is finds [io/fs.ErrNotExist] and others in it.
func AttachmentFromFile(path string) (NewAttachment, error) {
	file, err := os.Open(path)
	if err != nil {
		return NewAttachment{}, mistakeOf("path", err)
	}
	defer func() { _ = file.Close() }()
	return readAttachment("path", file, lastPart(path))
}

// AttachmentFromReader returns an attachment with all that a reader still has. The media type is that of the ending of
// the name that the recipient sees. If filename is empty, it is that of the reader, if it has one as an [os.File] does.
//
// The reader is read before anything is sent, so a call that is retried sends all of it again. A reader that fails, or
// has more than 3.5 MB, is an [IsValidation] error, in which errors.Is finds its own; it is no error of the connection.
func AttachmentFromReader(reader io.Reader, filename string) (NewAttachment, error) {
	if named, ok := reader.(interface{ Name() string }); ok && filename == "" {
		filename = lastPart(named.Name())
	}
	return readAttachment("reader", reader, filename)
}

func readAttachment(parameter string, reader io.Reader, filename string) (NewAttachment, error) {
	switch {
	case filename == "":
		return NewAttachment{}, mistake("filename", "a reader without a name needs one")
	case lastPart(filename) != filename:
		return NewAttachment{}, mistake("filename", "expected a name without a folder, not %q", filename)
	}
	content, err := io.ReadAll(io.LimitReader(reader, maxAttachments+1))
	switch {
	case err != nil:
		return NewAttachment{}, mistakeOf(parameter, err)
	case len(content) > maxAttachments:
		return NewAttachment{}, mistake(parameter, "it has more than 3.5 MB, the limit of an email")
	}
	return NewAttachment{Filename: filename, ContentType: mediaType(filename), Content: content}, nil
}

// mistakeOf is a mistake with the error that it led to.
func mistakeOf(parameter string, err error) *Error {
	failure := mistake(parameter, "it cannot be read: %v", err)
	failure.cause = err
	return failure
}

// lastPart returns what follows the last slash of any system. Recipients do not see the folders of this machine.
func lastPart(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
