// @ts-nocheck Made by infra/build/secret.ts from schema.ts: npm run generate
"use strict";
export const secret = validate10;
const schema11 = {"$id":"secret","type":"object","required":["clusters"],"additionalProperties":false,"properties":{"clusters":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_~-]+$"},"additionalProperties":{"type":"object","required":["keys"],"additionalProperties":false,"properties":{"keys":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","pattern":"^[A-Za-z0-9_~-]+$"}},"server":{"type":"string","pattern":"^https://[^?#@]+$"},"certificateAuthority":{"type":"string"},"token":{"type":"string"},"clientCertificate":{"type":"object","required":["cert","key"],"additionalProperties":false,"properties":{"cert":{"type":"string"},"key":{"type":"string"}}},"sources":{"type":"array","items":{"type":"string"}}}}}}};
const pattern0 = new RegExp("^[A-Za-z0-9_~-]+$", "u");
const pattern2 = new RegExp("^https://[^?#@]+$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="secret" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.clusters === undefined) && (missing0 = "clusters")){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "clusters")){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.clusters !== undefined){
let data0 = data.clusters;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
const _errs4 = errors;
if(typeof key1 === "string"){
if(!pattern0.test(key1)){
const err0 = {instancePath:instancePath+"/clusters",schemaPath:"#/properties/clusters/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_~-]+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
const err1 = {instancePath:instancePath+"/clusters",schemaPath:"#/properties/clusters/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate10.errors = vErrors;
return false;
break;
}
}
if(valid1){
for(const key2 in data0){
let data1 = data0[key2];
const _errs6 = errors;
if(errors === _errs6){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.keys === undefined) && (missing1 = "keys")){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/clusters/additionalProperties/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs8 = errors;
for(const key3 in data1){
if(!((((((key3 === "keys") || (key3 === "server")) || (key3 === "certificateAuthority")) || (key3 === "token")) || (key3 === "clientCertificate")) || (key3 === "sources"))){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/clusters/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs8 === errors){
if(data1.keys !== undefined){
let data2 = data1.keys;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data2)){
if(data2.length > 2){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/keys",schemaPath:"#/properties/clusters/additionalProperties/properties/keys/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data2.length < 1){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/keys",schemaPath:"#/properties/clusters/additionalProperties/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid4 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs11 = errors;
if(errors === _errs11){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/keys/" + i0,schemaPath:"#/properties/clusters/additionalProperties/properties/keys/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_~-]+$"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/keys/" + i0,schemaPath:"#/properties/clusters/additionalProperties/properties/keys/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs11 === errors;
if(!valid4){
break;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/keys",schemaPath:"#/properties/clusters/additionalProperties/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.server !== undefined){
let data4 = data1.server;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data4 === "string"){
if(!pattern2.test(data4)){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/server",schemaPath:"#/properties/clusters/additionalProperties/properties/server/pattern",keyword:"pattern",params:{pattern: "^https://[^?#@]+$"},message:"must match pattern \""+"^https://[^?#@]+$"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/server",schemaPath:"#/properties/clusters/additionalProperties/properties/server/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.certificateAuthority !== undefined){
const _errs15 = errors;
if(typeof data1.certificateAuthority !== "string"){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/certificateAuthority",schemaPath:"#/properties/clusters/additionalProperties/properties/certificateAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.token !== undefined){
const _errs17 = errors;
if(typeof data1.token !== "string"){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/token",schemaPath:"#/properties/clusters/additionalProperties/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.clientCertificate !== undefined){
let data7 = data1.clientCertificate;
const _errs19 = errors;
if(errors === _errs19){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if(((data7.cert === undefined) && (missing2 = "cert")) || ((data7.key === undefined) && (missing2 = "key"))){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/clientCertificate",schemaPath:"#/properties/clusters/additionalProperties/properties/clientCertificate/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs21 = errors;
for(const key4 in data7){
if(!((key4 === "cert") || (key4 === "key"))){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/clientCertificate",schemaPath:"#/properties/clusters/additionalProperties/properties/clientCertificate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs21 === errors){
if(data7.cert !== undefined){
const _errs22 = errors;
if(typeof data7.cert !== "string"){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/clientCertificate/cert",schemaPath:"#/properties/clusters/additionalProperties/properties/clientCertificate/properties/cert/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data7.key !== undefined){
const _errs24 = errors;
if(typeof data7.key !== "string"){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/clientCertificate/key",schemaPath:"#/properties/clusters/additionalProperties/properties/clientCertificate/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/clientCertificate",schemaPath:"#/properties/clusters/additionalProperties/properties/clientCertificate/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.sources !== undefined){
let data10 = data1.sources;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data10)){
var valid6 = true;
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
const _errs28 = errors;
if(typeof data10[i1] !== "string"){
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/sources/" + i1,schemaPath:"#/properties/clusters/additionalProperties/properties/sources/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs28 === errors;
if(!valid6){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/sources",schemaPath:"#/properties/clusters/additionalProperties/properties/sources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/clusters/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/clusters",schemaPath:"#/properties/clusters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

