package aidstack_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

var newest = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// contactsFake has contacts, the newest first, a minute apart. It looks at a number of them for each page, and finds
// every second one only.
func contactsFake(count, looks int) *aidstacktest.Transport {
	fake := aidstacktest.New()
	fake.Handle("GET /v1/contacts", func(w http.ResponseWriter, r *http.Request) {
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		before, err := time.Parse(time.RFC3339Nano, r.URL.Query().Get("before"))
		if err != nil {
			before = newest.Add(time.Hour)
		}
		rows := ""
		for i, looked, found := 0, 0, 0; i < count && found < limit; i++ {
			at := newest.Add(time.Duration(-i)*time.Minute + 7*time.Millisecond)
			if !at.Before(before) {
				continue
			}
			if looked++; looked > looks {
				w.Header().Set("x-aid-more", "true")
				w.Header().Set("x-aid-more-before", newest.Add(time.Duration(1-i)*time.Minute+7*time.Millisecond).Format(time.RFC3339Nano))
				break
			}
			if looks < count && i%2 == 1 {
				continue
			}
			if found++; rows != "" {
				rows += ","
			}
			rows += fmt.Sprintf(`{"id":"con_%d","created_at":%q}`, i, at.Format(time.RFC3339Nano))
		}
		fmt.Fprintf(w, `{"contacts":[%s]}`, rows)
	})
	return fake
}

func TestAListReadsEveryRowOnceWhateverTheSizeOfItsPages(t *testing.T) {
	for _, count := range []int{0, 1, 3, 4, 5, 8, 60} {
		for _, limit := range []int{0, 1, 2, 4} {
			fake := contactsFake(count, 1000)
			params := aidstack.ContactsListParams{Limit: limit}
			contacts, err := aidstack.Collect(fake.Client().Contacts.List(t.Context(), params), 0)
			if err != nil || len(contacts) != count {
				t.Fatalf("%d rows by %d: %d rows, %v", count, limit, len(contacts), err)
			}
			for i, contact := range contacts {
				if contact.ID != fmt.Sprintf("con_%d", i) {
					t.Errorf("%d rows by %d: %s is row %d", count, limit, contact.ID, i)
				}
			}
		}
	}
}

func TestAListGoesOnAfterAPageThatEndedEarlyAndAfterOneWithoutRows(t *testing.T) {
	for _, looks := range []int{1, 2, 3} {
		fake := contactsFake(20, looks)
		contacts, err := aidstack.Collect(fake.Client().Contacts.List(t.Context(), aidstack.ContactsListParams{Limit: 5}), 0)
		if err != nil || len(contacts) != 10 {
			t.Errorf("%d looks: %d rows, %v", looks, len(contacts), err)
		}
	}
}

func TestPagesAreReadOneByOneAndAListStopsWhereTheLoopDoes(t *testing.T) {
	fake := contactsFake(10, 1000)
	page, err := fake.Client().Contacts.ListPage(t.Context(), aidstack.ContactsListParams{Limit: 8})
	if err != nil || len(page.Items) != 8 || !page.HasMore() {
		t.Fatalf("the first page: %+v, %v", page, err)
	}
	if page, err = page.Next(t.Context()); err != nil || len(page.Items) != 2 || page.HasMore() {
		t.Fatalf("the last page: %+v, %v", page, err)
	}
	if page, err = page.Next(t.Context()); page != nil || err != nil {
		t.Errorf("after the last page: %+v, %v", page, err)
	}
	before := len(fake.Requests())
	contacts, _ := aidstack.Collect(fake.Client().Contacts.List(t.Context(), aidstack.ContactsListParams{Limit: 2}), 3)
	if len(contacts) != 3 || len(fake.Requests()) != before+2 {
		t.Errorf("%d rows in %d requests", len(contacts), len(fake.Requests())-before)
	}
}

func TestAListYieldsItsErrorAndEnds(t *testing.T) {
	fake := aidstacktest.New()
	fake.Fail("GET /v1/contacts", 403, "auth.forbidden")
	var errs []error
	for contact, err := range fake.Client().Contacts.List(t.Context(), aidstack.ContactsListParams{}) {
		errs = append(errs, err)
		if contact != nil {
			t.Errorf("a row came with the error: %+v", contact)
		}
	}
	if len(errs) != 1 || !aidstack.IsPermission(errs[0]) {
		t.Errorf("got %v", errs)
	}
}

func TestEventsAreListedForwardsBySince(t *testing.T) {
	fake := aidstacktest.New()
	var asked []string
	fake.Handle("GET /v1/events", func(w http.ResponseWriter, r *http.Request) {
		since := r.URL.Query().Get("since")
		asked = append(asked, since+r.URL.Query().Get("before"))
		switch since {
		case "2026-01-01T00:00:00.000Z":
			fmt.Fprint(w, `{"events":[{"id":"evt_1","type":"mail.sent","created_at":"2026-01-01T00:00:00.001Z"}]}`)
		case "2026-01-01T00:00:00.001Z":
			w.Header().Set("x-aid-more", "true")
			w.Header().Set("x-aid-more-since", "2026-01-01T00:00:00.500Z")
			fmt.Fprint(w, `{"events":[]}`)
		default:
			fmt.Fprint(w, `{"events":[]}`)
		}
	})
	params := aidstack.EventsListParams{Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Limit: 1}
	events, err := aidstack.Collect(fake.Client().Events.List(t.Context(), params), 0)
	expected := []string{"2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-01-01T00:00:00.500Z"}
	if err != nil || len(events) != 1 || !slices.Equal(asked, expected) {
		t.Errorf("%d events, asked for %v, %v", len(events), asked, errors.Join(err))
	}
}

// circleFake has pages of contacts of which each names the next one. The last one names an earlier one, with which the
// circle begins.
func circleFake(tail, circle int) *aidstacktest.Transport {
	fake := aidstacktest.New()
	fake.Handle("GET /v1/contacts", func(w http.ResponseWriter, r *http.Request) {
		named := 0
		if _, err := fmt.Sscanf(r.URL.Query().Get("before"), "place-%d", &named); err == nil {
			named++
		}
		if named == tail+circle {
			named = tail
		}
		w.Header().Set("x-aid-more", "true")
		w.Header().Set("x-aid-more-before", fmt.Sprintf("place-%d", named))
		fmt.Fprint(w, `{"contacts":[]}`)
	})
	return fake
}

func TestPagesThatNameEachOtherInACircleEndWithAnError(t *testing.T) {
	for _, size := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {5, 4}, {9, 16}} {
		fake := circleFake(size[0], size[1])
		_, err := aidstack.Collect(fake.Client().Contacts.List(t.Context(), aidstack.ContactsListParams{}), 0)
		var failure *aidstack.Error
		if !errors.As(err, &failure) || failure.Code != aidstack.ErrorCodeResponseInvalid || failure.Retryable {
			t.Errorf("%v: %v", size, err)
		}
		if requests := len(fake.Requests()); requests > 3*(size[0]+size[1]+1) {
			t.Errorf("%v: %d requests", size, requests)
		}
	}
}
