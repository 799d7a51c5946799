//go:build go1.25

package aidstack_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

func TestAWorkerDrawsAmongMoreOfTheOldestTasksAfterEachLostClaimAndAmongFewerAfterEachOwn(t *testing.T) {
	t.Cleanup(aidstack.AlwaysDrawTheNewest())
	var choice aidstack.DueChoice
	var lost, own []int
	for range 7 {
		lost = append(lost, choice.Drawn(false))
	}
	for range 32 {
		own = append(own, choice.Drawn(true))
	}
	if wanted := []int{1, 2, 4, 8, 16, 32, 32}; !slices.Equal(lost, wanted) {
		t.Errorf("after lost claims: %v", lost)
	}
	if wanted := []int{32, 31, 30}; !slices.Equal(own[:3], wanted) || own[31] != 1 {
		t.Errorf("after own claims: %v", own)
	}
	if next := choice.Drawn(true); next != 1 {
		t.Errorf("in the end: %d", next)
	}
}

func TestAWorkerThatLosesNoClaimTakesTheOldestTaskEachTime(t *testing.T) {
	expectClaims(t, false, "tsk_1", "tsk_2", "tsk_3", "tsk_4")
}

func TestAWorkerThatLosesEachClaimDrawsAmongMoreOfTheOldestTasks(t *testing.T) {
	expectClaims(t, true, "tsk_1", "tsk_3", "tsk_4", "tsk_2")
}

// expectClaims compares the order in which a worker claims four tasks.
func expectClaims(t *testing.T, isTaken bool, wanted ...string) {
	t.Helper()
	t.Cleanup(aidstack.AlwaysDrawTheNewest())
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var claimed []string
		fake := aidstacktest.New()
		fake.Fail("POST /v1/events/streams", http.StatusTooManyRequests, "limit.exceeded")
		fake.Reply("GET /v1/events", http.StatusOK, object{"events": []object{}})
		fake.Handle("GET /v1/a2a/tasks", func(w http.ResponseWriter, r *http.Request) {
			tasks := []object{}
			for _, number := range []int{1, 4, 3, 2} {
				if r.URL.Query().Get("state") == "submitted" {
					tasks = append(tasks, taskRecord("tsk_"+strconv.Itoa(number), "submitted"))
				}
			}
			_ = json.NewEncoder(w).Encode(object{"tasks": tasks})
		})
		fake.Handle("GET /v1/a2a/tasks/{id}", func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewEncoder(w).Encode(taskRecord(r.PathValue("id"), "completed"))
		})
		fake.Handle("POST /v1/a2a/tasks/{id}/claim", func(w http.ResponseWriter, r *http.Request) {
			claimed = append(claimed, r.PathValue("id"))
			if len(claimed) == len(wanted) {
				cancel()
			}
			time.Sleep(time.Second) // The worker hears of the other tasks before the end of its first claim.
			if isTaken {
				w.Header().Set("retry-after", "900")
				w.WriteHeader(http.StatusConflict)
				_ = json.NewEncoder(w).Encode(failureOf("a2a.task_claimed"))
				return
			}
			_ = json.NewEncoder(w).Encode(object{"claimed": true, "until": at(0), "claim_id": "clm_" + r.PathValue("id")})
		})
		_ = fake.Client().Tasks.Work(ctx, ordersAtOnce, aidstack.TasksWorkParams{})
		if !slices.Equal(claimed, wanted) {
			t.Errorf("claimed %q, not %q", claimed, wanted)
		}
	})
}

// taskRecord is a task without messages.
func taskRecord(id, state string) object {
	return object{"id": id, "state": state, "messages": []object{}, "created_at": at(0), "updated_at": at(0)}
}
