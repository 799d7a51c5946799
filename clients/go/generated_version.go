// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

// Version is the version of this package.
const Version = "0.3.0"
