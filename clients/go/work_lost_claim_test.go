//go:build go1.25

package aidstack_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAClaimWithALostResponseIsRepeatedUnderItsKeyAndIsTheClaimOfThisWorker(t *testing.T) {
	lost := 0
	inBubble(t, func(t *testing.T) *fakeTask {
		task := newTask(t)
		task.loses = func(request taskRequest) bool {
			lost++
			return request.isClaim && lost < 3
		}
		return task
	}, ordersAtOnce, func(task *fakeTask) {
		settle()
		expectStates(t, task, "completed")
		expectNumbers(t, task, 1, 0)
	})
}

func TestAClaimWithALostResponseIsRepeatedWithoutALeaseBetweenAlthoughAListSaysThatAWorkerHasTheTask(t *testing.T) {
	inBubble(t, func(t *testing.T) *fakeTask {
		isClaimed, isLost := make(chan struct{}), false
		task := newTask(t)
		task.arrives = func(r *http.Request) {
			if r.URL.Query().Get("state") == "working" {
				<-isClaimed
			}
		}
		task.loses = func(request taskRequest) bool {
			if !request.isClaim || isLost {
				return false
			}
			isLost = true
			close(isClaimed)
			return true
		}
		task.hold = func(r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/claim") {
				time.Sleep(time.Second) // The list arrives first.
			}
		}
		return task
	}, ordersAtOnce, func(task *fakeTask) {
		settle()
		expectStates(t, task, "completed")
		expectNumbers(t, task, 1, 0)
	})
}

func TestAClaimThatIsHeardOfAfterItsEndCountsOnlyIfNoOneElseHasTheTask(t *testing.T) {
	for _, isFree := range []bool{true, false} {
		arrives := make(chan struct{})
		inBubble(t, func(t *testing.T) *fakeTask {
			arrives = make(chan struct{})
			task := newTask(t)
			isHeld := false
			task.hold = func(r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/claim") && !isHeld {
					isHeld = true
					<-arrives
				}
			}
			return task
		}, ordersAtOnce, func(task *fakeTask) {
			time.Sleep(testLease + 5*time.Second)
			if !isFree {
				task.change(func() { task.claimByAnother(longLease) })
			}
			close(arrives)
			settle()
			if isFree {
				expectStates(t, task, "completed")
			} else {
				expectStates(t, task)
			}
		})
	}
}
