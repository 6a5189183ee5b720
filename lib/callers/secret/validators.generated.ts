// @ts-nocheck Made by infra/build/secret.ts from schema.ts: npm run generate
"use strict";
export const secret = validate21;
const schema6 = {"$id":"secret","type":"object","required":["clusters"],"additionalProperties":false,"properties":{"clusters":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_~-]+$"},"additionalProperties":{"$ref":"#/$defs/cluster"}}},"$defs":{"cluster":{"type":"object","required":["keys"],"additionalProperties":false,"properties":{"keys":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","pattern":"^[A-Za-z0-9_~-]+$"}},"server":{"type":"string","pattern":"^https://[^?#@]+$"},"certificateAuthority":{"type":"string"},"token":{"type":"string"},"clientCertificate":{"$ref":"#/$defs/certificate"},"sources":{"type":"array","items":{"type":"string"}}}},"certificate":{"type":"object","required":["cert","key"],"additionalProperties":false,"properties":{"cert":{"type":"string"},"key":{"type":"string"}}}}};
const pattern0 = new RegExp("^[A-Za-z0-9_~-]+$", "u");
const schema7 = {"type":"object","required":["keys"],"additionalProperties":false,"properties":{"keys":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","pattern":"^[A-Za-z0-9_~-]+$"}},"server":{"type":"string","pattern":"^https://[^?#@]+$"},"certificateAuthority":{"type":"string"},"token":{"type":"string"},"clientCertificate":{"$ref":"#/$defs/certificate"},"sources":{"type":"array","items":{"type":"string"}}}};
const pattern2 = new RegExp("^https://[^?#@]+$", "u");
const schema8 = {"type":"object","required":["cert","key"],"additionalProperties":false,"properties":{"cert":{"type":"string"},"key":{"type":"string"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cert === undefined) && (missing0 = "cert")) || ((data.key === undefined) && (missing0 = "key"))){
validate23.errors = [{instancePath,message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "cert") || (key0 === "key"))){
validate23.errors = [{instancePath,message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.cert !== undefined){
const _errs2 = errors;
if(typeof data.cert !== "string"){
validate23.errors = [{instancePath:instancePath+"/cert",message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.key !== undefined){
const _errs4 = errors;
if(typeof data.key !== "string"){
validate23.errors = [{instancePath:instancePath+"/key",message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate23.errors = [{instancePath,message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.keys === undefined) && (missing0 = "keys")){
validate22.errors = [{instancePath,message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "keys") || (key0 === "server")) || (key0 === "certificateAuthority")) || (key0 === "token")) || (key0 === "clientCertificate")) || (key0 === "sources"))){
validate22.errors = [{instancePath,message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.keys !== undefined){
let data0 = data.keys;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 2){
validate22.errors = [{instancePath:instancePath+"/keys",message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data0.length < 1){
validate22.errors = [{instancePath:instancePath+"/keys",message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate22.errors = [{instancePath:instancePath+"/keys/" + i0,message:"must match pattern \""+"^[A-Za-z0-9_~-]+$"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/keys/" + i0,message:"must be string"}];
return false;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/keys",message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.server !== undefined){
let data2 = data.server;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
validate22.errors = [{instancePath:instancePath+"/server",message:"must match pattern \""+"^https://[^?#@]+$"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/server",message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateAuthority !== undefined){
const _errs8 = errors;
if(typeof data.certificateAuthority !== "string"){
validate22.errors = [{instancePath:instancePath+"/certificateAuthority",message:"must be string"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.token !== undefined){
const _errs10 = errors;
if(typeof data.token !== "string"){
validate22.errors = [{instancePath:instancePath+"/token",message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clientCertificate !== undefined){
const _errs12 = errors;
if(!(validate23(data.clientCertificate, {instancePath:instancePath+"/clientCertificate",parentData:data,parentDataProperty:"clientCertificate",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sources !== undefined){
let data6 = data.sources;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid2 = true;
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
const _errs15 = errors;
if(typeof data6[i1] !== "string"){
validate22.errors = [{instancePath:instancePath+"/sources/" + i1,message:"must be string"}];
return false;
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/sources",message:"must be array"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
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
validate22.errors = [{instancePath,message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="secret" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.clusters === undefined) && (missing0 = "clusters")){
validate21.errors = [{instancePath,message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "clusters")){
validate21.errors = [{instancePath,message:"must NOT have additional properties"}];
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
const err0 = {instancePath:instancePath+"/clusters",message:"must match pattern \""+"^[A-Za-z0-9_~-]+$"+"\"",propertyName:key1};
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
const err1 = {instancePath:instancePath+"/clusters",message:"property name must be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate21.errors = vErrors;
return false;
break;
}
}
if(valid1){
for(const key2 in data0){
const _errs6 = errors;
if(!(validate22(data0[key2], {instancePath:instancePath+"/clusters/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key2,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/clusters",message:"must be object"}];
return false;
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

