package aidstack

// userAgent is the header user-agent of every request. Nothing else is sent of the program or the machine.
const userAgent = "aid-stack-go/" + Version
