//! The OpenAPI document, built from the handlers and finished so that a good TypeScript client can be generated from it.

mod limits;
mod live;
mod refusals;
mod state_sets;

use std::collections::BTreeMap;

use axum::http::Method;
use manao_hub::frame::{ClientFrame, ServerFrame};
use serde_json::{Map, Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::{OpenApi, RefOr, Schema};

use manao_kernel::Feature;
use manao_kernel::access::rules::{Rule, Rules, Verb};
use manao_kernel::access::{self, Who};
use manao_kernel::problem::answer::ProblemBody;
use manao_kernel::problem::{Code, codes};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Manao", description = "Game top-up shop and esports platform. Amounts are satang, times UTC."),
    components(schemas(ProblemBody, manao_kernel::live::Live, ClientFrame, ServerFrame))
)]
struct Base;

/// Returns the initial document: problems and live events, which no handler returns directly.
pub fn base(features: &[Feature]) -> OpenApi {
    let mut document = Base::openapi();
    live::add(&mut document, features);
    document
}

/// Finishes the collected document:
/// - ids and amounts are plain integers (`int64` would make the generator use bigints);
/// - an operation id begins with the call's area, its tag: `add` of `cart` is `cartAdd`; the GET twin of a POST ends in `ByGet`;
/// - a `Page<Order>` is called `OrderPage`;
/// - every call says who may make it, and with which codes it may refuse;
/// - the limits of texts and lists stand as `maxLength` and `maxItems`;
/// - sets of states are listed with their enums as `x-sets`;
/// - `x-problems` lists every code; the `type` of a problem points there.
///
/// # Errors
/// When two calls have the same operation id, or the document cannot be written.
pub fn finish(document: &OpenApi, rules: &Rules) -> anyhow::Result<Value> {
    let mut document = serde_json::to_value(document)?;
    plain_integers(&mut document);
    limits::plain(&mut document);
    name_pages(&mut document)?;
    let mut seen = std::collections::BTreeSet::new();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for (path, item) in paths.into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let Some(operation) = operation.as_object_mut() else { continue };
            let call = path.strip_prefix("/api").unwrap_or(path);
            let rule = Method::from_bytes(method.to_uppercase().as_bytes()).ok().and_then(|method| rules.find(&method, call));
            let twin = method == "get" && rule.is_some_and(|rule| rule.verb == Verb::WritingGet);
            if let Some(id) = operation_id(operation) {
                let id = if twin { format!("{id}ByGet") } else { id };
                anyhow::ensure!(seen.insert(id.clone()), "operation id {id} stands twice ({method} {path})");
                operation.insert("operationId".into(), id.into());
            }
            if let Some(rule) = rule {
                admits(rule, operation);
                refusals::write(rule, operation);
            }
            keeps_tokens(operation);
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
    if let Some(components) = document.get_mut("components").and_then(Value::as_object_mut) {
        if let Some(schemas) = components.get_mut("schemas").and_then(Value::as_object_mut) {
            state_sets::write(schemas)?;
            limits::write_lists(schemas)?;
        }
        components.insert(
            "securitySchemes".into(),
            json!({
                SESSION: {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The access token of a login"},
            }),
        );
    }
    if let Some(document) = document.as_object_mut() {
        document.insert("x-problems".into(), problems());
    }
    Ok(document)
}

fn operation_id(operation: &Map<String, Value>) -> Option<String> {
    let name = operation.get("operationId").and_then(Value::as_str)?;
    let area = operation.get("tags").and_then(|tags| tags.get(0)).and_then(Value::as_str)?;
    Some(camel(&format!("{area}_{name}")))
}

/// Adds a feature's schemas to the known ones: of two with the same name, utoipa would silently drop one.
///
/// # Errors
/// When two different schemas have one name.
pub fn add_schemas(known: &mut BTreeMap<String, RefOr<Schema>>, document: &OpenApi) -> anyhow::Result<()> {
    for (name, schema) in document.components.iter().flat_map(|components| &components.schemas) {
        let earlier = known.entry(name.clone()).or_insert_with(|| schema.clone());
        anyhow::ensure!(earlier == schema, "two different schemas are called {name}: put the area before it");
    }
    Ok(())
}

fn problems() -> Value {
    let told = |code: &Code| (code.name.to_owned(), json!({"status": code.status, "th": code.th, "en": code.en}));
    codes::ALL.iter().map(told).collect::<Map<String, Value>>().into()
}

const SESSION: &str = "session";

/// Writes the permitted callers of the call, for people and for programs.
fn admits(rule: &Rule, operation: &mut Map<String, Value>) {
    let needs = if matches!(rule.who, Who::Public | Who::Anyone) { json!([]) } else { json!([{SESSION: []}]) };
    operation.insert("security".into(), needs);
    let mut words = format!("Who may call: {}.", rule.who.words());
    if let Some(over) = &rule.over {
        let roles: Vec<&str> = over.roles.iter().map(|role| role.as_str()).collect();
        let (refusal, name) = (over.thing.not_found.name, over.named.name());
        words += &format!(" Over what `{name}` names: {}; to others it is `{refusal}`.", roles.join(", "));
    }
    if rule.verb == Verb::WritingGet {
        words += " It changes something: GET and POST do the same, HEAD is refused.";
    }
    let description = operation.get("description").and_then(Value::as_str).filter(|text| !text.is_empty());
    let description = description.map_or_else(|| words.clone(), |text| format!("{text}\n\n{words}"));
    operation.insert("description".into(), description.into());
}

/// Marks calls that hand out long-lived tokens, as a cookie or in the body.
fn keeps_tokens(operation: &mut Map<String, Value>) {
    let answer = operation.get("responses").and_then(|all| all.pointer("/200/content/application~1json/schema/$ref"));
    if !matches!(answer.and_then(Value::as_str), Some("#/components/schemas/AuthSession" | "#/components/schemas/LoginUrl")) {
        return;
    }
    let header = json!({
        "name": access::TOKEN_DELIVERY, "in": "header", "required": false, "schema": {"type": "string", "enum": ["body"]},
        "description": "`body`: for clients that keep no cookies, what a cookie would carry is in the answer"
    });
    if let Some(parameters) = operation.entry("parameters").or_insert_with(|| json!([])).as_array_mut() {
        parameters.push(header);
    }
}

/// utoipa's name for a generic type, before its parameter.
const PAGE: &str = "Page_";
const SCHEMAS: &str = "#/components/schemas/";

fn name_pages(document: &mut Value) -> anyhow::Result<()> {
    refer_to_pages(document);
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return Ok(()) };
    for (name, schema) in std::mem::take(schemas) {
        let name = page_name(&name).unwrap_or(name);
        anyhow::ensure!(schemas.insert(name.clone(), schema).is_none(), "schema {name} stands twice");
    }
    Ok(())
}

fn page_name(name: &str) -> Option<String> {
    name.strip_prefix(PAGE).map(|item| format!("{item}Page"))
}

fn refer_to_pages(value: &mut Value) {
    match value {
        Value::Object(object) => object.values_mut().for_each(refer_to_pages),
        Value::Array(items) => items.iter_mut().for_each(refer_to_pages),
        Value::String(text) => {
            if let Some(name) = text.strip_prefix(SCHEMAS).and_then(page_name) {
                *text = format!("{SCHEMAS}{name}");
            }
        }
        _ => {}
    }
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

#[cfg(test)]
mod tests {
    use utoipa::openapi::{ComponentsBuilder, ObjectBuilder, OpenApiBuilder};

    use super::*;

    #[test]
    fn two_schemas_of_one_name_are_refused() {
        let document = |title: &str| {
            let schema = ObjectBuilder::new().title(Some(title)).build();
            OpenApiBuilder::new().components(Some(ComponentsBuilder::new().schema("Match", schema).build())).build()
        };
        let mut known = BTreeMap::new();
        add_schemas(&mut known, &document("of a tournament")).unwrap();
        add_schemas(&mut known, &document("of a tournament")).unwrap();
        assert!(add_schemas(&mut known, &document("of two numbers")).is_err());
    }
}
