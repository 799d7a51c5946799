package aidstack_test

import (
	"cmp"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	aidstack "git.example/aid/aid/clients/go"
	"git.example/aid/aid/clients/go/aidstacktest"
)

// client returns the client of a worker.
func (f *fakeTask) client() *aidstack.Client {
	fake := aidstacktest.New()
	dead := false // A worker of its own for each client.
	handle := func(pattern string, respond func(*http.Request) outcome) {
		fake.Handle(pattern, func(w http.ResponseWriter, r *http.Request) {
			f.arrives(r)
			f.mutex.Lock()
			var made outcome
			if !dead {
				made = respond(r)
			}
			encoded, _ := json.Marshal(made.content)
			isDead := dead
			f.mutex.Unlock()
			f.hold(r)
			if isDead {
				<-f.ended
				made.status = http.StatusUnauthorized
			}
			w.Header().Set("date", time.Now().UTC().Format(http.TimeFormat))
			if made.seconds > 0 {
				w.Header().Set("retry-after", strconv.Itoa(made.seconds))
			}
			w.WriteHeader(made.status)
			_, _ = w.Write(encoded)
		})
	}
	handle("POST /v1/events/streams", func(*http.Request) outcome {
		return outcome{http.StatusTooManyRequests, failureOf("limit.exceeded"), 60}
	})
	handle("GET /v1/events", func(r *http.Request) outcome {
		events := []object{}
		for _, event := range f.events {
			if since := r.URL.Query().Get("since"); since != "" && event["created_at"].(string) > since {
				events = append(events, event)
			}
		}
		return outcome{http.StatusOK, object{"events": events}, 0}
	})
	handle("GET /v1/a2a/tasks", func(r *http.Request) outcome {
		tasks := []object{}
		if r.URL.Query().Get("state") == f.state {
			tasks = append(tasks, f.record())
		}
		return outcome{http.StatusOK, object{"tasks": tasks}, 0}
	})
	handle("GET /v1/a2a/tasks/{id}", func(*http.Request) outcome {
		return outcome{http.StatusOK, f.record(), 0}
	})
	for _, verb := range []string{"claim", "reply"} {
		handle("POST /v1/a2a/tasks/{id}/"+verb, func(r *http.Request) outcome {
			request := taskRequest{isClaim: verb == "claim", key: r.Header.Get("idempotency-key")}
			content, _ := io.ReadAll(r.Body)
			_ = json.Unmarshal(content, &request.body)
			if dead = f.dies(request); dead {
				return outcome{}
			}
			made := f.execute(request)
			if f.loses(request) {
				return failed(http.StatusServiceUnavailable, "internal.error", 0)
			}
			return made
		})
	}
	return fake.Client()
}

// execute executes a claim or reply as the service does: once for each idempotency key. The mutex is held.
func (f *fakeTask) execute(request taskRequest) outcome {
	f.before(request)
	if code := f.refuses(request); code != "" {
		status := map[string]int{"request.invalid": http.StatusBadRequest, "route.not_found": http.StatusNotFound}[code]
		return failed(cmp.Or(status, http.StatusConflict), code, 0)
	}
	if earlier, ok := f.bodies[request.key]; ok {
		if !reflect.DeepEqual(earlier, request.body) {
			return failed(http.StatusConflict, "idempotency.conflict", 0)
		}
		return f.records[request.key]
	}
	made := f.executeReply
	if request.isClaim {
		made = f.executeClaim
	}
	done := made(request)
	if done.status == http.StatusOK {
		f.bodies[request.key], f.records[request.key] = request.body, done
	} else if request.isClaim {
		f.refused++
	}
	return done
}

func (f *fakeTask) executeClaim(request taskRequest) outcome {
	isLive := f.claimID != "" && f.until.After(time.Now())
	id, isRenewal := request.body["claim_id"].(string)
	switch {
	case f.hasEnded():
		return failed(http.StatusConflict, "a2a.task_terminal", 0)
	case f.state == "input_required":
		return failed(http.StatusConflict, "a2a.task_waiting", 0)
	case isRenewal && id != f.claimID, !isRenewal && isLive:
		return failed(http.StatusConflict, "a2a.task_claimed", max(0, int(math.Ceil(time.Until(f.until).Seconds()))))
	case !isRenewal:
		id = "clm_" + strconv.Itoa(len(f.claims)+1)
	}
	f.state, f.claimID = "working", id
	f.until = time.Now().Add(time.Duration(request.body["lease_seconds"].(float64)) * time.Second)
	f.claims = append(f.claims, request)
	until := f.until.UTC().Format("2006-01-02T15:04:05.000Z")
	return outcome{http.StatusOK, object{"claimed": true, "until": until, "claim_id": id}, 0}
}

func (f *fakeTask) executeReply(request taskRequest) outcome {
	if f.hasEnded() {
		return failed(http.StatusConflict, "a2a.task_terminal", 0)
	}
	if request.body["claim_id"] != f.claimID {
		return failed(http.StatusConflict, "a2a.task_claimed", 0)
	}
	f.state = request.body["state"].(string)
	if f.state != "working" {
		f.claimID = ""
	}
	if text, ok := request.body["message"]; ok {
		f.say(workerSays(text))
	} else if parts, ok := request.body["parts"].([]any); ok {
		var sent []object
		for _, part := range parts {
			sent = append(sent, part.(object))
		}
		f.say(workerSays(sent))
	}
	f.changed = at(len(f.messages))
	f.executed = append(f.executed, request)
	return outcome{http.StatusOK, f.record(), 0}
}

func (f *fakeTask) hasEnded() bool {
	return slices.Contains([]string{"completed", "failed", "canceled"}, f.state)
}

func (f *fakeTask) record() object {
	return object{
		"id": fakeTaskID, "state": f.state, "messages": append([]object(nil), f.messages...),
		"message_count": len(f.messages), "created_at": at(0), "updated_at": f.changed,
	}
}

func failed(status int, code string, seconds int) outcome {
	return outcome{status, failureOf(code), seconds}
}

func failureOf(code string) object {
	isRetryable := slices.Contains([]string{"limit.exceeded", "internal.error", "a2a.task_claimed"}, code)
	return object{"error": object{"code": code, "message": code, "request_id": "req_1", "retryable": isRetryable}}
}
