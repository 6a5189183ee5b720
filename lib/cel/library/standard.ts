import type { Re2 } from "../../schema/pattern/pattern.ts";
import { operators } from "../syntax/operators.ts";
import { equalValues } from "../value/equality.ts";
import { codePointCount } from "../value/size.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  errorOr,
  noSuchOverload,
} from "../value/value.ts";
import {
  addCelValues,
  comparison,
  divide,
  modulo,
  multiply,
  negate,
  subtract,
} from "./arithmetic.ts";
import {
  toBool,
  toBytes,
  toDouble,
  toDuration,
  toInt,
  toText,
  toTimestamp,
  toType,
  toUint,
} from "./conversion.ts";
import type { Implementation, Library } from "./declaration.ts";
import { matchesFunction } from "./regex.ts";

/** The pairs of operand types that the comparison operators accept. */
const ordered = [
  ...["bool,bool", "int,int", "int,double", "int,uint", "uint,uint", "uint,double", "uint,int"],
  ...["double,double", "double,int", "double,uint", "string,string", "bytes,bytes"],
  ...["timestamp,timestamp", "duration,duration"],
];

/** The end of an overload id for two operand types: both types, or one if they are the same. */
function idOf(types: string): string {
  return [...new Set(types.replaceAll("int", "int64").split(","))].join("_");
}

/** The comparison operators, each with the beginning of its overload ids. */
const orders: readonly (readonly [operator: string, id: string, (order: number) => boolean])[] = [
  ["_<_", "less", (order) => order < 0],
  ["_<=_", "less_equals", (order) => order <= 0],
  ["_>_", "greater", (order) => order > 0],
  ["_>=_", "greater_equals", (order) => order >= 0],
];

const comparisons = orders.flatMap(([operator, id]) =>
  ordered.map((types) => `${operator} ${id}_${idOf(types)} (${types}) bool`),
);

const arithmetic = `
_?_:_ conditional (bool,A,A) A
_&&_ logical_and (bool,bool) bool
_||_ logical_or (bool,bool) bool
!_ logical_not (bool) bool
@not_strictly_false not_strictly_false (bool) bool
_==_ equals (A,A) bool
_!=_ not_equals (A,A) bool
_+_ add_bytes (bytes,bytes) bytes
_+_ add_double (double,double) double
_+_ add_duration_duration (duration,duration) duration
_+_ add_duration_timestamp (duration,timestamp) timestamp
_+_ add_timestamp_duration (timestamp,duration) timestamp
_+_ add_int64 (int,int) int
_+_ add_list (list(A),list(A)) list(A)
_+_ add_string (string,string) string
_+_ add_uint64 (uint,uint) uint
_/_ divide_double (double,double) double
_/_ divide_int64 (int,int) int
_/_ divide_uint64 (uint,uint) uint
_%_ modulo_int64 (int,int) int
_%_ modulo_uint64 (uint,uint) uint
_*_ multiply_double (double,double) double
_*_ multiply_int64 (int,int) int
_*_ multiply_uint64 (uint,uint) uint
-_ negate_double (double) double
-_ negate_int64 (int) int
_-_ subtract_double (double,double) double
_-_ subtract_duration_duration (duration,duration) duration
_-_ subtract_int64 (int,int) int
_-_ subtract_timestamp_duration (timestamp,duration) timestamp
_-_ subtract_timestamp_timestamp (timestamp,timestamp) duration
_-_ subtract_uint64 (uint,uint) uint`;

const rest = `
_[_] index_list (list(A),int) A
_[_] index_map (map(A,B),A) B
@in in_list (A,list(A)) bool
@in in_map (A,map(A,B)) bool
size size_bytes (bytes) int
size bytes_size bytes.() int
size size_list (list(A)) int
size list_size list(A).() int
size size_map (map(A,B)) int
size map_size map(A,B).() int
size size_string (string) int
size string_size string.() int
type type (A) type(A)
bool bool_to_bool (bool) bool
bool string_to_bool (string) bool
bytes bytes_to_bytes (bytes) bytes
bytes string_to_bytes (string) bytes
double double_to_double (double) double
double int64_to_double (int) double
double string_to_double (string) double
double uint64_to_double (uint) double
duration duration_to_duration (duration) duration
duration int64_to_duration (int) duration
duration string_to_duration (string) duration
dyn to_dyn (A) dyn
int int64_to_int64 (int) int
int double_to_int64 (double) int
int duration_to_int64 (duration) int
int string_to_int64 (string) int
int timestamp_to_int64 (timestamp) int
int uint64_to_int64 (uint) int
string string_to_string (string) string
string bool_to_string (bool) string
string bytes_to_string (bytes) string
string double_to_string (double) string
string duration_to_string (duration) string
string int64_to_string (int) string
string timestamp_to_string (timestamp) string
string uint64_to_string (uint) string
timestamp timestamp_to_timestamp (timestamp) timestamp
timestamp int64_to_timestamp (int) timestamp
timestamp string_to_timestamp (string) timestamp
uint uint64_to_uint64 (uint) uint
uint double_to_uint64 (double) uint
uint int64_to_uint64 (int) uint
uint string_to_uint64 (string) uint
contains contains_string string.(string) bool
endsWith ends_with_string string.(string) bool
startsWith starts_with_string string.(string) bool
matches matches (string,string) bool
matches matches_string string.(string) bool`;

/** Makes a function of two strings. For other values it returns "no such overload", or the value if that is an error. */
function ofTexts(test: (a: string, b: string) => CelValue): Implementation {
  return (a = null, b = null) => {
    if (typeof a !== "string") return errorOr(a);
    return typeof b === "string" ? test(a, b) : errorOr(b);
  };
}

function unary(run: (value: CelValue) => CelValue): Implementation {
  return (value = null) => run(value);
}

function binary(run: (a: CelValue, b: CelValue) => CelValue): Implementation {
  return (a = null, b = null) => run(a, b);
}

function negation(value: CelValue): CelValue {
  return typeof value === "boolean" ? !value : errorOr(value);
}

function isContainedIn(value: CelValue, container: CelValue): CelValue {
  if (container instanceof CelList) return container.contains(value);
  if (!(container instanceof CelMap)) return noSuchOverload;
  const found = container.find(value);
  return found instanceof CelError ? found : found !== undefined;
}

function celSize(value: CelValue): CelValue {
  if (typeof value === "string") return codePointCount(value);
  if (value instanceof CelList || value instanceof CelMap) return value.size();
  return value instanceof Uint8Array ? value.length : new CelError("no such overload: size");
}

/**
 * The operators and functions of CEL itself.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/stdlib/standard.go.
 */
export function standardLibrary(re2: Re2 | undefined): Library {
  return {
    declarations: [arithmetic, ...comparisons, rest.trim()].join("\n"),
    implementations: {
      [operators.not]: unary(negation),
      [operators.equals]: binary(equalValues),
      [operators.notEquals]: binary((a, b) => equalValues(a, b) !== true),
      [operators.add]: binary(addCelValues),
      "_-_": binary(subtract),
      "_*_": binary(multiply),
      "_/_": binary(divide),
      "_%_": binary(modulo),
      [operators.negate]: unary(negate),
      ...Object.fromEntries(orders.map(([name, , holds]) => [name, comparison(name, holds)])),
      [operators.in]: binary(isContainedIn),
      size: unary(celSize),
      type: unary(toType),
      dyn: unary((value) => value),
      contains_string: ofTexts((text, part) => text.includes(part)),
      ends_with_string: ofTexts((text, part) => text.endsWith(part)),
      starts_with_string: ofTexts((text, part) => text.startsWith(part)),
    },
    byFunction: {
      bool: unary(toBool),
      bytes: unary(toBytes),
      double: unary(toDouble),
      duration: unary(toDuration),
      int: unary(toInt),
      string: unary(toText),
      timestamp: unary(toTimestamp),
      uint: unary(toUint),
      matches: matchesFunction(re2),
    },
    withoutTypeGuard: ["contains", "endsWith", "startsWith"],
  };
}
