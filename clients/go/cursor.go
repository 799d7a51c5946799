package aidstack

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CursorStore saves the position of a follower in the log between runs of a program.
type CursorStore interface {
	// Load returns the cursor that was saved last, or "" if there is none.
	Load(ctx context.Context) (string, error)
	// Save stores a cursor. When it returns, the cursor survives a crash.
	Save(ctx context.Context, cursor string) error
}

// FileCursor returns a store in a file, which each save replaces atomically. The file belongs to one follower. A
// symbolic link, a folder and a device are errors, because a save would replace them; so is a file with anything but a
// cursor, which is not read further than a cursor is long, and not repeated in the error.
func FileCursor(path string) CursorStore { return fileCursor(path) }

// maxCursor is longer than a cursor.
const maxCursor = 64

type fileCursor string

func (path fileCursor) Load(context.Context) (string, error) {
	if path == "" {
		return "", mistake("cursor", "expected the path of a file")
	}
	about, err := os.Lstat(string(path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !about.Mode().IsRegular() {
		return "", mistake("cursor", "%s is not a regular file (%v)", string(path), about.Mode())
	}
	file, err := os.Open(string(path))
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, maxCursor+1))
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(content))
	if at, ok := timeOf(text); text != "" && (!ok || len(content) > maxCursor || !isSendable(at)) {
		return "", mistake("cursor", "%s holds no cursor; remove it to begin with new events", string(path))
	}
	return text, nil
}

// Save writes a new file and renames it, so that a crash leaves either the old or the new cursor.
func (path fileCursor) Save(_ context.Context, cursor string) error {
	file, err := os.CreateTemp(filepath.Dir(string(path)), filepath.Base(string(path))+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(cursor + "\n")
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), string(path))
}
