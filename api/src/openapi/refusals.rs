//! Every call's possible refusals. Most follow from its rule and from its shape; a call's own refusals are listed where it is registered.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use manao_kernel::access::rules::Rule;
use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

/// Writes a call's refusals into its `responses`, one entry per status, listing its codes.
pub fn write(rule: &Rule, operation: &mut Map<String, Value>) {
    let mut by_status: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    let own = rule.refusals.iter().copied().flatten();
    let shape = of_shape(operation);
    let over = rule.over.map(|over| over.thing.not_found);
    for code in
        rule.who.refusals().iter().chain(&over).chain(&shape).chain(own).chain(&[internal, service_unavailable, request_timeout])
    {
        let codes = by_status.entry(code.status).or_default();
        if !codes.contains(&code.name) {
            codes.push(code.name);
        }
    }
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, codes) in by_status {
        let named: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let answer = json!({
            "description": named.join(", "),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            "x-codes": codes,
        });
        responses.insert(status.to_string(), answer);
    }
}

/// Returns the codes of failures in reading the request.
fn of_shape(operation: &Map<String, Value>) -> Vec<Code> {
    let mut codes = Vec::new();
    if let Some(kinds) = operation.get("requestBody").and_then(|body| body.get("content")).and_then(Value::as_object) {
        codes.extend([bad_request, payload_too_large]);
        // Bodies with their own check or reader are not checked for content type.
        let tag = operation.get("tags").and_then(|tags| tags.get(0)).and_then(Value::as_str);
        let webhook = operation.get("responses").is_some_and(|responses| responses.get("401").is_some());
        if kinds.contains_key("application/json") && tag != Some("catalogue") && !webhook && tag != Some("webhooks") {
            codes.extend([unsupported_media_type, fields_invalid]);
        } else if kinds.contains_key("multipart/form-data") {
            codes.push(fields_invalid);
        }
    }
    for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
        let schema = &parameter["schema"];
        match parameter["in"].as_str() {
            Some("query") => codes.push(fields_invalid),
            Some("path") if schema["type"] == "integer" || schema["format"] == "uuid" => codes.push(not_found),
            _ => {}
        }
    }
    codes
}
