package main

import (
	"github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1alpha1"
	"github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
)

func addTypes(scheme *runtime.Scheme) error {
	types := runtime.NewSchemeBuilder(v1alpha1.AddToScheme, v1beta1.AddToScheme)
	return types.AddToScheme(scheme)
}
