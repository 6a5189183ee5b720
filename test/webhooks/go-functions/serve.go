// A conversion webhook for the types of an operator, which convert themselves by the interfaces of controller-runtime. It
// listens on a free port of this machine and prints its address.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

type review struct {
	metav1.TypeMeta `json:",inline"`
	Request         *request  `json:"request,omitempty"`
	Response        *response `json:"response,omitempty"`
}

type request struct {
	UID               types.UID         `json:"uid"`
	DesiredAPIVersion string            `json:"desiredAPIVersion"`
	Objects           []json.RawMessage `json:"objects"`
}

type response struct {
	UID              types.UID        `json:"uid"`
	ConvertedObjects []runtime.Object `json:"convertedObjects"`
	Result           metav1.Status    `json:"result"`
}

func main() {
	scheme := runtime.NewScheme()
	utilruntime.Must(addTypes(scheme))
	http.HandleFunc("/convert", func(writer http.ResponseWriter, incoming *http.Request) {
		var asked review
		if err := json.NewDecoder(incoming.Body).Decode(&asked); err != nil || asked.Request == nil {
			http.Error(writer, "the body is not a review", http.StatusBadRequest)
			return
		}
		answer := review{TypeMeta: asked.TypeMeta, Response: responseTo(scheme, asked.Request)}
		writer.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(writer).Encode(answer); err != nil {
			log.Print(err)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	utilruntime.Must(err)
	fmt.Printf("http://%s/convert\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}

func responseTo(scheme *runtime.Scheme, asked *request) *response {
	answer := &response{UID: asked.UID, Result: metav1.Status{Status: metav1.StatusSuccess}}
	for index, object := range asked.Objects {
		converted, err := convert(scheme, object, asked.DesiredAPIVersion)
		if err != nil {
			answer.ConvertedObjects = nil
			answer.Result = metav1.Status{
				Status:  metav1.StatusFailure,
				Message: fmt.Sprintf("object %d: %v", index, err),
			}
			return answer
		}
		answer.ConvertedObjects = append(answer.ConvertedObjects, converted)
	}
	return answer
}

func convert(scheme *runtime.Scheme, object []byte, version string) (result runtime.Object, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	var meta metav1.TypeMeta
	if err := json.Unmarshal(object, &meta); err != nil {
		return nil, err
	}
	source, err := scheme.New(meta.GroupVersionKind())
	if err != nil {
		return nil, err
	}
	target, err := scheme.New(schema.FromAPIVersionAndKind(version, meta.Kind))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(object, source); err != nil {
		return nil, err
	}
	if hub, ok := target.(conversion.Hub); ok {
		err = source.(conversion.Convertible).ConvertTo(hub)
	} else {
		err = target.(conversion.Convertible).ConvertFrom(source.(conversion.Hub))
	}
	target.GetObjectKind().SetGroupVersionKind(schema.FromAPIVersionAndKind(version, meta.Kind))
	return target, err
}
