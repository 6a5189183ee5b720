import type { Callers } from "../../callers/callers.ts";
import type { Log } from "../../request/log.ts";
import { type Environment, environmentsCallers } from "./environment.ts";

/**
 * The same callers for a function that only converts: conversion asks no cluster, so what asks is not loaded. No function
 * that admits may take them: its look-ups would find what is declared beside the kinds.
 */
export function convertingCallersOf(environment: Environment, log: Log): Callers {
  return environmentsCallers(environment, { lookup: undefined, log });
}
