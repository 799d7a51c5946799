package aidstack

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// maxOldest is among how many of the oldest tasks a worker chooses at most.
const maxOldest = 32

// randomBelow returns a random number from 0 up to n - 1.
var randomBelow = rand.IntN

// dueChoice is which of the due tasks a worker claims next: the oldest one, while no other worker claims the same. After
// each claim that it does not get, it draws among twice as many of the oldest ones, so that workers of one agent soon
// claim different tasks; after each one that it gets, among one fewer.
type dueChoice struct {
	// more is how many tasks it draws among, in addition to the oldest one.
	more int
}

// pick returns one of the due tasks, or none where there is none.
func (c *dueChoice) pick(due []*dueTask) *dueTask {
	if len(due) == 0 {
		return nil
	}
	// Ids begin with the time, so they sort by age.
	slices.SortFunc(due, func(one, other *dueTask) int { return strings.Compare(one.id, other.id) })
	return due[randomBelow(min(c.more+1, len(due)))]
}

// claimed says whether this worker got the task that it claimed.
func (c *dueChoice) claimed(isOwn bool) {
	if isOwn {
		c.more = max(c.more-1, 0)
	} else {
		c.more = min(2*(c.more+1), maxOldest) - 1
	}
}
