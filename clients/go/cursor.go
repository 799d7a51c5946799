package aidstack

import (
	"context"
	"errors"
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

// FileCursor returns a store in a file, which each save replaces atomically.
func FileCursor(path string) CursorStore { return fileCursor(path) }

type fileCursor string

func (path fileCursor) Load(context.Context) (string, error) {
	content, err := os.ReadFile(string(path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(content)), err
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
