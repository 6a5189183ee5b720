package main

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	bootstrapv1beta1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta1"
	bootstrapv1beta2 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

func addTypes(scheme *runtime.Scheme) error {
	// A real one asks the cluster for the versions of a group.
	corev1beta1.SetAPIVersionGetter(func(kind schema.GroupKind) (string, error) {
		return kind.WithVersion("v1beta2").GroupVersion().String(), nil
	})
	types := runtime.NewSchemeBuilder(
		corev1beta1.AddToScheme, corev1beta2.AddToScheme,
		bootstrapv1beta1.AddToScheme, bootstrapv1beta2.AddToScheme,
	)
	return types.AddToScheme(scheme)
}
