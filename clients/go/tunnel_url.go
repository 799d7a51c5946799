package aidstack

import "strings"

// URL returns the public address of a tunnel without the slash at its end, so that tunnel.URL() + "/path" has one slash.
func (t *Tunnel) URL() string { return strings.TrimRight(t.PublicURL, "/") }
