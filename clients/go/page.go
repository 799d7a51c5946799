package aidstack

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Page is one page of a list.
type Page[T any] struct {
	// Items are the rows in list order.
	Items []*T
	next  func(context.Context) (*Page[T], error)
}

// HasMore reports whether another page follows. That page may be empty.
func (p *Page[T]) HasMore() bool { return p.next != nil }

// Next returns the next page, or nil after the last one.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	if p.next == nil {
		return nil, nil
	}
	return p.next(ctx)
}

// Collect reads a list into a slice, up to a limit; 0 reads everything.
func Collect[T any](list iter.Seq2[T, error], limit int) ([]T, error) {
	var items []T
	for item, err := range list {
		if err != nil {
			return items, err
		}
		items = append(items, item)
		if len(items) == limit {
			break
		}
	}
	return items, nil
}

// defaultPageSize is the page size if the call does not set one. It is sent explicitly, so that a page with fewer rows
// is known to be the last.
const defaultPageSize = 50

const (
	// emptyPagePause is the pause after a page without rows or progress.
	emptyPagePause = time.Second
	// maxEmptyPages is how many such pages may follow each other. The service itself waits for an event that is being
	// written, for about six seconds.
	maxEmptyPages = 10
)

// listing describes how to read a list page by page. See: docs/contract/conventions.md#lists.
type listing[T any] struct {
	operation
	// noun is the field of the reply with the rows.
	noun string
	// cursor returns the time by which a row is ordered; nil for a list without pages.
	cursor func(*T) time.Time
	// forwards is the parameter with which the list is oldest first, and continues; "" if there is none.
	forwards string
	// emptyPages counts the pages without rows or progress before this one.
	emptyPages int
	// mark is a place that an earlier page has named, and places is how many were named: those with the numbers 1, 3, 7,
	// 15, … become the mark. So pages that name each other in a circle, however large, are noticed, and only one place is
	// remembered (Brent's algorithm).
	mark   string
	places int
}

// list returns a sequence over all rows of a list.
func list[T any](
	ctx context.Context, t *transport, l listing[T], options []RequestOption,
) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		page, err := listPage(ctx, t, l, options)
		for page != nil && err == nil {
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			page, err = page.Next(ctx)
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// listPage reads one page, and remembers where the next one starts.
func listPage[T any](ctx context.Context, t *transport, l listing[T], options []RequestOption) (*Page[T], error) {
	query := maps.Clone(l.query)
	if query == nil {
		query = url.Values{}
	}
	if l.cursor != nil && query.Get("limit") == "" {
		query.Set("limit", strconv.Itoa(defaultPageSize))
	}
	l.query = query

	page := &Page[T]{}
	var header http.Header
	err := t.do(ctx, l.operation, options, func(received http.Header, body []byte) error {
		header = received
		page.Items = nil
		var reply map[string]json.RawMessage
		if err := json.Unmarshal(body, &reply); err != nil {
			return err
		}
		rows, ok := reply[l.noun]
		if !ok || string(rows) == "null" {
			return fmt.Errorf("it has no %s", l.noun)
		}
		if err := decodeJSON(rows, &page.Items); err != nil {
			return fmt.Errorf("%s: %w", l.noun, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if name, value := l.after(page.Items, header); name != "" {
		page.next = func(ctx context.Context) (*Page[T], error) {
			following := l
			following.query = maps.Clone(query)
			following.query.Set(name, value)
			following.emptyPages = 0
			switch value {
			case query.Get(name):
				mayPass := len(page.Items) == 0 && name == l.forwards
				if !mayPass || l.emptyPages == maxEmptyPages {
					return nil, l.stuck(name, value, mayPass)
				}
				// A position in the log is still being written.
				following.emptyPages = l.emptyPages + 1
				if !pause(ctx, emptyPagePause) {
					return nil, &Error{Message: "the list was not read to the end", cause: context.Cause(ctx)}
				}
			case l.mark:
				return nil, l.stuck(name, value, false)
			default:
				if following.places++; following.places&(following.places+1) == 0 {
					following.mark = value
				}
			}
			return listPage(ctx, t, following, options)
		}
	}
	return page, nil
}

// stuck is the error of a list that names a place twice, and would never end.
func (l listing[T]) stuck(name, value string, mayPass bool) *Error {
	return &Error{
		Code: ErrorCodeResponseInvalid, Retryable: mayPass,
		Message: fmt.Sprintf("%s %s: the place %s=%s comes twice", l.method, l.path, name, value),
	}
}

// after returns the parameter for the next page, and its value; "" after the last page. A list that searches many
// records may end a page early, and names the position in a header.
func (l listing[T]) after(rows []*T, header http.Header) (name, value string) {
	name = "before"
	if l.forwards != "" && l.query.Has(l.forwards) {
		name = l.forwards
	}
	if header.Get("x-aid-more") == "true" {
		if value = header.Get("x-aid-more-" + name); value != "" {
			return name, value
		}
	}
	limit, err := strconv.Atoi(l.query.Get("limit"))
	if l.cursor == nil || err != nil || len(rows) == 0 {
		return "", ""
	}
	if len(rows) < limit && header.Get("x-aid-more") != "true" {
		return "", ""
	}
	return name, formatTime(l.cursor(rows[len(rows)-1]))
}

// formatTime formats a time as the service does, with milliseconds, or more digits if needed.
func formatTime(at time.Time) string {
	at = at.UTC()
	if at.Nanosecond()%int(time.Millisecond) == 0 {
		return at.Format("2006-01-02T15:04:05.000Z")
	}
	return at.Format(time.RFC3339Nano)
}
