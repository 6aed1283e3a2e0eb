//! The committed OpenAPI document is what the handlers say, and the TypeScript generator can read it.
#![allow(clippy::unwrap_used)]

use serde_json::Value;

#[test]
fn the_committed_document_is_this_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(committed == manao_api::server::document().unwrap(), "api/openapi.json is stale: run make generate");
}

#[test]
fn no_number_is_wider_than_a_javascript_number() {
    fn search(value: &Value, path: &str) {
        match value {
            Value::Object(object) => {
                assert_ne!(object.get("format").and_then(Value::as_str), Some("int64"), "{path}");
                object.iter().for_each(|(name, value)| search(value, &format!("{path}/{name}")));
            }
            Value::Array(items) => items.iter().for_each(|value| search(value, path)),
            _ => {}
        }
    }
    search(&manao_api::server::document().unwrap(), "");
}

#[test]
fn every_reference_leads_somewhere() {
    let document = manao_api::server::document().unwrap();
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
}
