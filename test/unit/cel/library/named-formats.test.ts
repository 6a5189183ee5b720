import { describe, expect, test } from "vitest";
import { formatLibrary } from "../../../../lib/cel/library/named-formats.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  "each format": [
    ["format.dns1123Label().validate('my-label')", "optional.none()"],
    [
      "format.dns1123Label().validate('My_Label')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
    ],
    [
      "format.dns1123Label().validate('')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
    ],
    [
      "format.dns1123Label().validate('a23456789012345678901234567890123456789012345678901234567890123')",
      "optional.none()",
    ],
    [
      "format.dns1123Label().validate('é')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
    ],
    ["format.dns1123Subdomain().validate('a.b')", "optional.none()"],
    [
      "format.dns1123Subdomain().validate('A.b')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
    ],
    [
      "format.dns1123Subdomain().validate('a..b')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
    ],
    ["format.dns1035Label().validate('a1')", "optional.none()"],
    [
      "format.dns1035Label().validate('1a')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
    ],
    ["format.qualifiedName().validate('example.com/a')", "optional.none()"],
    [
      "format.qualifiedName().validate('a b')",
      "optional.of([\"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\"])",
    ],
    [
      "format.qualifiedName().validate('a/b/c')",
      "optional.of([\"a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')\"])",
    ],
    ["format.qualifiedName().validate('/a')", 'optional.of(["prefix part must be non-empty"])'],
    [
      "format.qualifiedName().validate('')",
      "optional.of([\"name part must be non-empty\", \"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\"])",
    ],
    ["format.dns1123LabelPrefix().validate('a-')", "optional.none()"],
    [
      "format.dns1123LabelPrefix().validate('-a')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
    ],
    ["format.dns1123SubdomainPrefix().validate('a.b-')", "optional.none()"],
    [
      "format.dns1123SubdomainPrefix().validate('a.')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
    ],
    ["format.dns1035LabelPrefix().validate('a-')", "optional.none()"],
    ["format.dns1035LabelPrefix().validate('1-')", "optional.none()"],
    ["format.labelValue().validate('a_b')", "optional.none()"],
    ["format.labelValue().validate('')", "optional.none()"],
    [
      "format.labelValue().validate('a b')",
      "optional.of([\"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')\"])",
    ],
    ["format.uri().validate('https://a')", "optional.none()"],
    ["format.uri().validate('a')", 'optional.of(["parse \\"a\\": invalid URI for request"])'],
    ["format.uri().validate('')", 'optional.of(["parse \\"\\": empty url"])'],
    ["format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')", "optional.none()"],
    ["format.uuid().validate('x')", 'optional.of(["does not match the UUID format"])'],
    ["format.byte().validate('YQ==')", "optional.none()"],
    ["format.byte().validate('YQ')", 'optional.of(["invalid base64"])'],
    ["format.byte().validate('')", 'optional.of(["invalid base64"])'],
    ["format.date().validate('2024-02-29')", "optional.none()"],
    ["format.date().validate('2023-02-29')", 'optional.of(["invalid date"])'],
    ["format.datetime().validate('2024-01-01T00:00:00Z')", "optional.none()"],
    ["format.datetime().validate('2024-01-01')", 'optional.of(["invalid datetime"])'],
  ],
  named: [
    ["format.named('uri').hasValue()", "true"],
    ["format.named('dns1123Label').value().validate('a')", "optional.none()"],
    ["format.named('DNS1123Label')", "optional.none()"],
    ["format.named('')", "optional.none()"],
    ["format.named('__proto__')", "optional.none()"],
    [
      "format.named(1)",
      "ERROR: <input>:1:13: found no matching overload for 'format.named' applied to '(int)'",
    ],
    ["format.unknown()", "ERROR: <input>:1:1: undeclared reference to 'format' (in container '')"],
  ],
  equality: [
    ["format.uri() == format.uri()", "true"],
    ["format.uri() == format.uuid()", "false"],
    ["format.named('uri').value() == format.uri()", "true"],
    ["type(format.uri())", "kubernetes.NamedFormat"],
    [
      "format.uri().validate(dyn(1))",
      "error: no such overload: validate(kubernetes.NamedFormat, int)",
    ],
  ],
  "details of the server": [
    [
      `format.dns1123Subdomain().validate('${"a".repeat(254)}')`,
      'optional.of(["must be no more than 253 characters"])',
    ],
    [
      `format.qualifiedName().validate('${"a".repeat(254)}/b')`,
      'optional.of(["prefix part must be no more than 253 bytes"])',
    ],

    [
      "format.dns1123Label().validate('a234567890123456789012345678901234567890123456789012345678901234')",
      'optional.of(["must be no more than 63 characters"])',
    ],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([formatLibrary], table)).toEqual([]);
});
