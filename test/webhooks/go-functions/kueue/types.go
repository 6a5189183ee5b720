package main

import (
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/kueue/apis/kueue/v1beta1"
	"sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

func addTypes(scheme *runtime.Scheme) error {
	types := runtime.NewSchemeBuilder(v1beta1.AddToScheme, v1beta2.AddToScheme)
	return types.AddToScheme(scheme)
}
