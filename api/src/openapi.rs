//! The OpenAPI document, made from the handlers and finished so that the TypeScript client comes out well.

use manao_hub::frame::{ClientFrame, ServerFrame};
use serde_json::{Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use crate::live::events::Event;
use crate::problem::answer::ProblemBody;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Manao", description = "Game top-up shop and esports platform. Amounts are satang, times UTC."),
    components(schemas(ProblemBody, Event, crate::live::Live, ClientFrame, ServerFrame))
)]
struct Base;

/// What every document starts from: problems and live events, which no handler returns by itself.
pub fn base() -> OpenApi {
    Base::openapi()
}

/// Finishes the collected document:
/// - ids and amounts are plain integers (`int64` would make the generator use bigints);
/// - operation ids are camelCase;
/// - every call may answer with a problem.
///
/// # Errors
/// When two calls have the same operation id, or the document cannot be written.
pub fn finish(document: &OpenApi) -> anyhow::Result<Value> {
    let mut document = serde_json::to_value(document)?;
    plain_integers(&mut document);
    let mut seen = std::collections::BTreeSet::new();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for (path, item) in paths.into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let Some(operation) = operation.as_object_mut() else { continue };
            if let Some(id) = operation.get("operationId").and_then(Value::as_str).map(camel) {
                anyhow::ensure!(seen.insert(id.clone()), "operation id {id} stands twice ({method} {path})");
                operation.insert("operationId".into(), id.into());
            }
            if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
                responses.entry("default").or_insert_with(|| {
                    json!({
                        "description": "A problem",
                        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
                    })
                });
            }
        }
    }
    Ok(document)
}

fn plain_integers(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let numeric = matches!(object.get("format").and_then(Value::as_str), Some("int32" | "int64" | "uint32" | "uint64"));
            if numeric {
                object.remove("format");
            }
            object.values_mut().for_each(plain_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_integers),
        _ => {}
    }
}

fn camel(snake: &str) -> String {
    let mut camel = String::with_capacity(snake.len());
    let mut raise = false;
    for character in snake.chars() {
        if character == '_' {
            raise = true;
        } else if std::mem::take(&mut raise) {
            camel.extend(character.to_uppercase());
        } else {
            camel.push(character);
        }
    }
    camel
}
