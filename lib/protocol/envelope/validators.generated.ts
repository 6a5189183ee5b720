// @ts-nocheck Made by infra/build/envelope.ts from schemas.ts: npm run generate
"use strict";
export const conversion = validate21;
const schema6 = {"$id":"conversion","type":"object","required":["uid","desiredAPIVersion","objects"],"properties":{"uid":{"type":"string"},"desiredAPIVersion":{"type":"string"},"objects":{"type":"array"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="conversion" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uid === undefined){
const err0 = {instancePath,message:"must have required property '"+"uid"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.desiredAPIVersion === undefined){
const err1 = {instancePath,message:"must have required property '"+"desiredAPIVersion"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.objects === undefined){
const err2 = {instancePath,message:"must have required property '"+"objects"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.uid !== undefined){
if(typeof data.uid !== "string"){
const err3 = {instancePath:instancePath+"/uid",message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.desiredAPIVersion !== undefined){
if(typeof data.desiredAPIVersion !== "string"){
const err4 = {instancePath:instancePath+"/desiredAPIVersion",message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.objects !== undefined){
if(!(Array.isArray(data.objects))){
const err5 = {instancePath:instancePath+"/objects",message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uid === undefined){
const err0 = {instancePath,message:"must have required property '"+"uid"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.resource === undefined){
const err2 = {instancePath,message:"must have required property '"+"resource"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.operation === undefined){
const err3 = {instancePath,message:"must have required property '"+"operation"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.uid !== undefined){
if(typeof data.uid !== "string"){
const err4 = {instancePath:instancePath+"/uid",message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.kind !== undefined){
let data1 = data.kind;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.version === undefined){
const err5 = {instancePath:instancePath+"/kind",message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.kind === undefined){
const err6 = {instancePath:instancePath+"/kind",message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.group !== undefined){
if(typeof data1.group !== "string"){
const err7 = {instancePath:instancePath+"/kind/group",message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.version !== undefined){
if(typeof data1.version !== "string"){
const err8 = {instancePath:instancePath+"/kind/version",message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.kind !== undefined){
if(typeof data1.kind !== "string"){
const err9 = {instancePath:instancePath+"/kind/kind",message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/kind",message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.resource !== undefined){
let data5 = data.resource;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.version === undefined){
const err11 = {instancePath:instancePath+"/resource",message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.resource === undefined){
const err12 = {instancePath:instancePath+"/resource",message:"must have required property '"+"resource"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5.group !== undefined){
if(typeof data5.group !== "string"){
const err13 = {instancePath:instancePath+"/resource/group",message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data5.version !== undefined){
if(typeof data5.version !== "string"){
const err14 = {instancePath:instancePath+"/resource/version",message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data5.resource !== undefined){
if(typeof data5.resource !== "string"){
const err15 = {instancePath:instancePath+"/resource/resource",message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/resource",message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.subResource !== undefined){
if(typeof data.subResource !== "string"){
const err17 = {instancePath:instancePath+"/subResource",message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.requestKind !== undefined){
let data10 = data.requestKind;
if((!(data10 && typeof data10 == "object" && !Array.isArray(data10))) && (data10 !== null)){
const err18 = {instancePath:instancePath+"/requestKind",message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.version === undefined){
const err19 = {instancePath:instancePath+"/requestKind",message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data10.kind === undefined){
const err20 = {instancePath:instancePath+"/requestKind",message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data10.group !== undefined){
if(typeof data10.group !== "string"){
const err21 = {instancePath:instancePath+"/requestKind/group",message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data10.version !== undefined){
if(typeof data10.version !== "string"){
const err22 = {instancePath:instancePath+"/requestKind/version",message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data10.kind !== undefined){
if(typeof data10.kind !== "string"){
const err23 = {instancePath:instancePath+"/requestKind/kind",message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
if(data.requestResource !== undefined){
let data14 = data.requestResource;
if((!(data14 && typeof data14 == "object" && !Array.isArray(data14))) && (data14 !== null)){
const err24 = {instancePath:instancePath+"/requestResource",message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.version === undefined){
const err25 = {instancePath:instancePath+"/requestResource",message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data14.resource === undefined){
const err26 = {instancePath:instancePath+"/requestResource",message:"must have required property '"+"resource"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data14.group !== undefined){
if(typeof data14.group !== "string"){
const err27 = {instancePath:instancePath+"/requestResource/group",message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data14.version !== undefined){
if(typeof data14.version !== "string"){
const err28 = {instancePath:instancePath+"/requestResource/version",message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data14.resource !== undefined){
if(typeof data14.resource !== "string"){
const err29 = {instancePath:instancePath+"/requestResource/resource",message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
if(data.requestSubResource !== undefined){
if(typeof data.requestSubResource !== "string"){
const err30 = {instancePath:instancePath+"/requestSubResource",message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err31 = {instancePath:instancePath+"/name",message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.namespace !== undefined){
if(typeof data.namespace !== "string"){
const err32 = {instancePath:instancePath+"/namespace",message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.operation !== undefined){
let data21 = data.operation;
if(!((((data21 === "CREATE") || (data21 === "UPDATE")) || (data21 === "DELETE")) || (data21 === "CONNECT"))){
const err33 = {instancePath:instancePath+"/operation",message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.userInfo !== undefined){
let data22 = data.userInfo;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
const err34 = {instancePath:instancePath+"/userInfo",message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.object !== undefined){
let data23 = data.object;
if((!(data23 && typeof data23 == "object" && !Array.isArray(data23))) && (data23 !== null)){
const err35 = {instancePath:instancePath+"/object",message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.oldObject !== undefined){
let data24 = data.oldObject;
if((!(data24 && typeof data24 == "object" && !Array.isArray(data24))) && (data24 !== null)){
const err36 = {instancePath:instancePath+"/oldObject",message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.dryRun !== undefined){
let data25 = data.dryRun;
if((typeof data25 !== "boolean") && (data25 !== null)){
const err37 = {instancePath:instancePath+"/dryRun",message:"must be boolean"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.options !== undefined){
let data26 = data.options;
if((!(data26 && typeof data26 == "object" && !Array.isArray(data26))) && (data26 !== null)){
const err38 = {instancePath:instancePath+"/options",message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

