// @ts-nocheck Made by infra/build/envelope.ts from schemas.ts: npm run generate
"use strict";
export const conversion = validate21;
const schema6 = {"$id":"conversion","type":"object","required":["uid","desiredAPIVersion","objects"],"properties":{"uid":{"type":"string"},"desiredAPIVersion":{"type":"string"},"objects":{"type":"array","items":{"type":"object","required":["apiVersion","kind"],"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"}}}}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="conversion" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.uid === undefined) && (missing0 = "uid")) || ((data.desiredAPIVersion === undefined) && (missing0 = "desiredAPIVersion"))) || ((data.objects === undefined) && (missing0 = "objects"))){
validate21.errors = [{instancePath,message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.uid !== undefined){
const _errs1 = errors;
if(typeof data.uid !== "string"){
validate21.errors = [{instancePath:instancePath+"/uid",message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.desiredAPIVersion !== undefined){
const _errs3 = errors;
if(typeof data.desiredAPIVersion !== "string"){
validate21.errors = [{instancePath:instancePath+"/desiredAPIVersion",message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.objects !== undefined){
let data2 = data.objects;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if(((data3.apiVersion === undefined) && (missing1 = "apiVersion")) || ((data3.kind === undefined) && (missing1 = "kind"))){
validate21.errors = [{instancePath:instancePath+"/objects/" + i0,message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data3.apiVersion !== undefined){
const _errs9 = errors;
if(typeof data3.apiVersion !== "string"){
validate21.errors = [{instancePath:instancePath+"/objects/" + i0+"/apiVersion",message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.kind !== undefined){
const _errs11 = errors;
if(typeof data3.kind !== "string"){
validate21.errors = [{instancePath:instancePath+"/objects/" + i0+"/kind",message:"must be string"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/objects/" + i0,message:"must be object"}];
return false;
}
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/objects",message:"must be array"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
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

export const admission = validate22;
const schema7 = {"$id":"admission","type":"object","required":["uid","kind","resource","operation"],"properties":{"uid":{"type":"string"},"kind":{"type":"object","required":["version","kind"],"properties":{"group":{"type":"string"},"version":{"type":"string"},"kind":{"type":"string"}}},"resource":{"type":"object","required":["version","resource"],"properties":{"group":{"type":"string"},"version":{"type":"string"},"resource":{"type":"string"}}},"subResource":{"type":"string"},"requestKind":{"type":"object","required":["version","kind"],"properties":{"group":{"type":"string"},"version":{"type":"string"},"kind":{"type":"string"}},"nullable":true},"requestResource":{"type":"object","required":["version","resource"],"properties":{"group":{"type":"string"},"version":{"type":"string"},"resource":{"type":"string"}},"nullable":true},"requestSubResource":{"type":"string"},"name":{"type":"string"},"namespace":{"type":"string"},"operation":{"enum":["CREATE","UPDATE","DELETE","CONNECT"]},"userInfo":{"type":"object"},"object":{"type":"object","nullable":true},"oldObject":{"type":"object","nullable":true},"dryRun":{"type":"boolean","nullable":true},"options":{"type":"object","nullable":true}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="admission" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.uid === undefined) && (missing0 = "uid")) || ((data.kind === undefined) && (missing0 = "kind"))) || ((data.resource === undefined) && (missing0 = "resource"))) || ((data.operation === undefined) && (missing0 = "operation"))){
validate22.errors = [{instancePath,message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.uid !== undefined){
const _errs1 = errors;
if(typeof data.uid !== "string"){
validate22.errors = [{instancePath:instancePath+"/uid",message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined){
let data1 = data.kind;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.version === undefined) && (missing1 = "version")) || ((data1.kind === undefined) && (missing1 = "kind"))){
validate22.errors = [{instancePath:instancePath+"/kind",message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.group !== undefined){
const _errs5 = errors;
if(typeof data1.group !== "string"){
validate22.errors = [{instancePath:instancePath+"/kind/group",message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined){
const _errs7 = errors;
if(typeof data1.version !== "string"){
validate22.errors = [{instancePath:instancePath+"/kind/version",message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.kind !== undefined){
const _errs9 = errors;
if(typeof data1.kind !== "string"){
validate22.errors = [{instancePath:instancePath+"/kind/kind",message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/kind",message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.resource !== undefined){
let data5 = data.resource;
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing2;
if(((data5.version === undefined) && (missing2 = "version")) || ((data5.resource === undefined) && (missing2 = "resource"))){
validate22.errors = [{instancePath:instancePath+"/resource",message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data5.group !== undefined){
const _errs13 = errors;
if(typeof data5.group !== "string"){
validate22.errors = [{instancePath:instancePath+"/resource/group",message:"must be string"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.version !== undefined){
const _errs15 = errors;
if(typeof data5.version !== "string"){
validate22.errors = [{instancePath:instancePath+"/resource/version",message:"must be string"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.resource !== undefined){
const _errs17 = errors;
if(typeof data5.resource !== "string"){
validate22.errors = [{instancePath:instancePath+"/resource/resource",message:"must be string"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/resource",message:"must be object"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subResource !== undefined){
const _errs19 = errors;
if(typeof data.subResource !== "string"){
validate22.errors = [{instancePath:instancePath+"/subResource",message:"must be string"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestKind !== undefined){
let data10 = data.requestKind;
const _errs21 = errors;
if((!(data10 && typeof data10 == "object" && !Array.isArray(data10))) && (data10 !== null)){
validate22.errors = [{instancePath:instancePath+"/requestKind",message:"must be object"}];
return false;
}
if(errors === _errs21){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing3;
if(((data10.version === undefined) && (missing3 = "version")) || ((data10.kind === undefined) && (missing3 = "kind"))){
validate22.errors = [{instancePath:instancePath+"/requestKind",message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data10.group !== undefined){
const _errs24 = errors;
if(typeof data10.group !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestKind/group",message:"must be string"}];
return false;
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.version !== undefined){
const _errs26 = errors;
if(typeof data10.version !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestKind/version",message:"must be string"}];
return false;
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.kind !== undefined){
const _errs28 = errors;
if(typeof data10.kind !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestKind/kind",message:"must be string"}];
return false;
}
var valid3 = _errs28 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestResource !== undefined){
let data14 = data.requestResource;
const _errs30 = errors;
if((!(data14 && typeof data14 == "object" && !Array.isArray(data14))) && (data14 !== null)){
validate22.errors = [{instancePath:instancePath+"/requestResource",message:"must be object"}];
return false;
}
if(errors === _errs30){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing4;
if(((data14.version === undefined) && (missing4 = "version")) || ((data14.resource === undefined) && (missing4 = "resource"))){
validate22.errors = [{instancePath:instancePath+"/requestResource",message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data14.group !== undefined){
const _errs33 = errors;
if(typeof data14.group !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestResource/group",message:"must be string"}];
return false;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.version !== undefined){
const _errs35 = errors;
if(typeof data14.version !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestResource/version",message:"must be string"}];
return false;
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.resource !== undefined){
const _errs37 = errors;
if(typeof data14.resource !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestResource/resource",message:"must be string"}];
return false;
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestSubResource !== undefined){
const _errs39 = errors;
if(typeof data.requestSubResource !== "string"){
validate22.errors = [{instancePath:instancePath+"/requestSubResource",message:"must be string"}];
return false;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs41 = errors;
if(typeof data.name !== "string"){
validate22.errors = [{instancePath:instancePath+"/name",message:"must be string"}];
return false;
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.namespace !== undefined){
const _errs43 = errors;
if(typeof data.namespace !== "string"){
validate22.errors = [{instancePath:instancePath+"/namespace",message:"must be string"}];
return false;
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.operation !== undefined){
let data21 = data.operation;
const _errs45 = errors;
if(!((((data21 === "CREATE") || (data21 === "UPDATE")) || (data21 === "DELETE")) || (data21 === "CONNECT"))){
validate22.errors = [{instancePath:instancePath+"/operation",message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.userInfo !== undefined){
let data22 = data.userInfo;
const _errs46 = errors;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
validate22.errors = [{instancePath:instancePath+"/userInfo",message:"must be object"}];
return false;
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object !== undefined){
let data23 = data.object;
const _errs48 = errors;
if((!(data23 && typeof data23 == "object" && !Array.isArray(data23))) && (data23 !== null)){
validate22.errors = [{instancePath:instancePath+"/object",message:"must be object"}];
return false;
}
var valid0 = _errs48 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.oldObject !== undefined){
let data24 = data.oldObject;
const _errs51 = errors;
if((!(data24 && typeof data24 == "object" && !Array.isArray(data24))) && (data24 !== null)){
validate22.errors = [{instancePath:instancePath+"/oldObject",message:"must be object"}];
return false;
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dryRun !== undefined){
let data25 = data.dryRun;
const _errs54 = errors;
if((typeof data25 !== "boolean") && (data25 !== null)){
validate22.errors = [{instancePath:instancePath+"/dryRun",message:"must be boolean"}];
return false;
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.options !== undefined){
let data26 = data.options;
const _errs57 = errors;
if((!(data26 && typeof data26 == "object" && !Array.isArray(data26))) && (data26 !== null)){
validate22.errors = [{instancePath:instancePath+"/options",message:"must be object"}];
return false;
}
var valid0 = _errs57 === errors;
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

