package aidstack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	// maxTunnelPiece is the largest piece of a body in a message.
	maxTunnelPiece = 72 << 10
	// maxTunnelInline is the largest body of a known length in messages. A larger one is uploaded.
	maxTunnelInline = 96 << 10
	maxTunnelUpload = 6 << 20
	// uploadTime is how long the service may take to send an upload address.
	uploadTime = 30 * time.Second
)

var errTooLarge = fmt.Errorf("the response is too large: the limit is %d bytes", maxTunnelUpload)

// tunnelResponse is the [http.ResponseWriter] of a request. A body without a length is sent in pieces, as soon as one
// is full or the handler flushes; a body with a length is sent when it is complete.
type tunnelResponse struct {
	ctx        context.Context
	request    *tunnelRequest
	connection *tunnelConnection
	header     http.Header
	// status is 0 until the head is final; pairs are its headers.
	status int
	pairs  [][2]string
	// guesses is whether to detect the content type, as net/http does.
	guesses bool
	// length is the Content-Length, or -1.
	length  int64
	written int64
	waiting []byte
	// seq is the number of the next piece; the piece 0 comes with the head.
	seq int
}

// Header returns the headers, which can be changed until the head is final.
func (w *tunnelResponse) Header() http.Header { return w.header }

// WriteHeader makes the head final.
func (w *tunnelResponse) WriteHeader(status int) {
	if w.status != 0 || status < 200 {
		return // Informational responses are not forwarded.
	}
	w.status, w.pairs = status, [][2]string{}
	_, hasType := w.header["Content-Type"]
	w.guesses = !hasType && w.header.Get("Content-Encoding") == ""
	for _, name := range slices.Sorted(maps.Keys(w.header)) {
		for _, value := range w.header[name] {
			w.pairs = append(w.pairs, [2]string{name, value})
		}
	}
	if length, err := strconv.ParseInt(w.header.Get("Content-Length"), 10, 64); err == nil && w.hasBody() {
		w.length = length
	}
}

// hasBody reports whether the response may have a body.
func (w *tunnelResponse) hasBody() bool {
	return w.request.Method != http.MethodHead && w.status != http.StatusNoContent &&
		w.status != http.StatusResetContent && w.status != http.StatusNotModified
}

// Write adds to the body.
func (w *tunnelResponse) Write(data []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	if !w.hasBody() {
		if w.request.Method == http.MethodHead {
			return len(data), nil
		}
		return 0, http.ErrBodyNotAllowed
	}
	if w.length > maxTunnelUpload {
		return 0, errTooLarge
	}
	if w.length >= 0 && w.written+int64(len(data)) > w.length {
		return 0, http.ErrContentLength
	}
	w.written += int64(len(data))
	w.waiting = append(w.waiting, data...)
	for w.length < 0 && len(w.waiting) >= maxTunnelPiece {
		if err := w.sendPiece(maxTunnelPiece, true); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

// FlushError sends what has been written of a body without a length.
func (w *tunnelResponse) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if w.length >= 0 || !w.hasBody() || (w.seq > 0 && len(w.waiting) == 0) {
		return nil
	}
	return w.sendPiece(len(w.waiting), true)
}

// Flush does the same, but ignores the error.
func (w *tunnelResponse) Flush() { _ = w.FlushError() }

// finish sends the rest after the handler has returned.
func (w *tunnelResponse) finish() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case !w.hasBody():
		return w.connection.send(w.head())
	case w.length > maxTunnelUpload:
		return errTooLarge
	case w.length >= 0 && w.written != w.length:
		return fmt.Errorf("the response has %d of %d bytes", w.written, w.length)
	case w.length > maxTunnelInline:
		return w.upload()
	}
	if w.length < 0 && w.seq == 0 {
		w.pairs = append(w.pairs, [2]string{"Content-Length", strconv.FormatInt(w.written, 10)})
	}
	for len(w.waiting) > maxTunnelPiece {
		if err := w.sendPiece(maxTunnelPiece, true); err != nil {
			return err
		}
	}
	return w.sendPiece(len(w.waiting), false)
}

func (w *tunnelResponse) head() map[string]any {
	if w.guesses && len(w.waiting) > 0 {
		w.pairs = append(w.pairs, [2]string{"Content-Type", http.DetectContentType(w.waiting)})
	}
	return map[string]any{"type": "response", "id": w.request.ID, "status": w.status, "headers": w.pairs}
}

// sendPiece sends that many of the buffered bytes, with the head if they are the first.
func (w *tunnelResponse) sendPiece(size int, more bool) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	message := map[string]any{"type": "body", "id": w.request.ID, "seq": w.seq}
	if w.seq == 0 {
		message = w.head()
	}
	message["body"], message["more"] = append([]byte{}, w.waiting[:size]...), more
	w.waiting = append([]byte(nil), w.waiting[size:]...)
	if err := w.connection.send(message); err != nil {
		return err
	}
	w.seq++
	return nil
}

// upload stores the body at an address from the service, and sends the head.
func (w *tunnelResponse) upload() error {
	ask := map[string]any{"type": "upload", "id": w.request.ID, "size": len(w.waiting)}
	if err := w.connection.send(ask); err != nil {
		return err
	}
	var place tunnelMessage
	select {
	case place = <-w.request.uploads:
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-time.After(uploadTime):
		return errors.New("the service sent no upload address for the response")
	}
	request, err := http.NewRequestWithContext(w.ctx, http.MethodPut, place.URL, bytes.NewReader(w.waiting))
	if err != nil {
		return err
	}
	var headers map[string]string
	if err := json.Unmarshal(place.Headers, &headers); err != nil {
		return fmt.Errorf("the headers of the upload cannot be read: %w", err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	if _, err := fetched(w.connection.transport.httpClient.Do(request)); err != nil {
		return err
	}
	head := w.head()
	head["stored"] = true
	return w.connection.send(head)
}
