import type { Callers } from "../../callers/callers.ts";
import type { Log } from "../../request/log.ts";
import { type Environment, environmentsCallers } from "./environment.ts";

/**
 * The same callers for a function that only converts: conversion needs no lookups, and their code is not loaded. A
 * function that admits must not use them: its lookups would use the kinds' samples instead of the cluster.
 */
export function convertingCallersOf(environment: Environment, log: Log): Callers {
  return environmentsCallers(environment, { lookup: undefined, log });
}
