package aidstack_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	aidstack "git.example/aid/aid/clients/go"
)

// options, functions and checks are what programs call by these names.
var (
	options = map[string]any{
		"WithHTTPClient": aidstack.WithHTTPClient, "WithHeader": aidstack.WithHeader,
		"WithIdempotencyKey": aidstack.WithIdempotencyKey, "WithIdentity": aidstack.WithIdentity,
		"WithKey": aidstack.WithKey, "WithMaxRetries": aidstack.WithMaxRetries,
		"WithResponse": aidstack.WithResponse, "WithTimeout": aidstack.WithTimeout, "WithURL": aidstack.WithURL,
	}
	functions = map[string]any{
		"AttachmentFromFile": aidstack.AttachmentFromFile, "AttachmentFromReader": aidstack.AttachmentFromReader,
		"NewProof": aidstack.NewProof, "ParsePrivateKey": aidstack.ParsePrivateKey,
		"ParsePublicKey": aidstack.ParsePublicKey,
	}
	checks = map[string]func(error) bool{
		"IsAuth": aidstack.IsAuth, "IsConflict": aidstack.IsConflict, "IsConnection": aidstack.IsConnection,
		"IsNotFound": aidstack.IsNotFound, "IsPermission": aidstack.IsPermission,
		"IsRateLimit": aidstack.IsRateLimit, "IsServer": aidstack.IsServer, "IsTimeout": aidstack.IsTimeout,
		"IsValidation": aidstack.IsValidation,
	}
)

// names are those that all SDKs share, and those of this one.
type names struct {
	Methods    []string
	Loops      []string
	OfIdentity []string `json:"of_identity"`
	Go         struct {
		Options     []string
		Functions   []string
		Errors      []string
		ErrorFields []string `json:"error_fields"`
		WorkContext []string `json:"work_context"`
	}
}

func readNames(t *testing.T) names {
	t.Helper()
	content, err := os.ReadFile("../vectors/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var read names
	if err := json.Unmarshal(content, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// exported is the name of Go for one of TypeScript: apiKeys.list is APIKeys.List.
func exported(name string) string {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		part = strings.ToUpper(part[:1]) + part[1:]
		parts[i] = strings.Replace(strings.Replace(part, "Api", "API", 1), "A2a", "A2A", 1)
	}
	return strings.Join(parts, ".")
}

// methodsOf returns the methods of a client and of its services. One page of a list belongs to the list.
func methodsOf(value reflect.Value, path string) []string {
	var found []string
	for i := range value.NumMethod() {
		if name := value.Type().Method(i).Name; !strings.HasSuffix(name, "Page") {
			found = append(found, path+name)
		}
	}
	for i := range value.Elem().NumField() {
		field := value.Elem().Type().Field(i)
		if field.IsExported() && field.Type.Kind() == reflect.Pointer {
			found = append(found, methodsOf(value.Elem().Field(i), path+field.Name+".")...)
		}
	}
	return found
}

func TestTheClientHasEveryMethodAndLoopOfTheContractAndNoOther(t *testing.T) {
	read := readNames(t)
	wanted := []string{"Format", "Identity", "LogValue", "MarshalText", "String"}
	for _, name := range append(read.Methods, read.Loops...) {
		wanted = append(wanted, exported(name))
	}
	// A client of one agent is what Identity returns, so Identity itself has no methods.
	for _, name := range read.OfIdentity {
		wanted = append(wanted, strings.ReplaceAll(exported(name), ".", ""))
	}
	found := methodsOf(reflect.ValueOf(aidstack.New()), "")
	slices.Sort(wanted)
	slices.Sort(found)
	if !slices.Equal(found, wanted) {
		t.Errorf("the methods are\n%v\nand not\n%v", found, wanted)
	}
}

func TestOptionsErrorsAndTheRunOfATaskHaveTheNamesOfTheContract(t *testing.T) {
	read := readNames(t).Go
	for kind, both := range map[string][2][]string{
		"options":   {slices.Sorted(maps.Keys(options)), read.Options},
		"functions": {slices.Sorted(maps.Keys(functions)), read.Functions},
		"checks":    {slices.Sorted(maps.Keys(checks)), read.Errors},
	} {
		if !slices.Equal(both[0], both[1]) {
			t.Errorf("%s: %v and not %v", kind, both[0], both[1])
		}
	}
	fields := reflect.TypeFor[aidstack.Error]()
	for _, name := range read.ErrorFields {
		if _, ok := fields.FieldByName(name); !ok {
			t.Errorf("an Error has no field %s", name)
		}
	}
	run := reflect.TypeFor[*aidstack.TaskRun]()
	for _, name := range read.WorkContext {
		_, isMethod := run.MethodByName(name)
		if _, isField := run.Elem().FieldByName(name); !isMethod && !isField {
			t.Errorf("a TaskRun has no %s", name)
		}
	}
}
