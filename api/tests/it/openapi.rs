//! The committed OpenAPI document matches the handlers, and the TypeScript generator can read it.

use manao_api::features;
use manao_kernel::access::Who;
use manao_kernel::problem::codes;
use serde_json::Value;

/// The table shows all calls on one page, for review.
#[test]
fn the_table_of_calls_is_fresh() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/calls.txt")).unwrap();
    assert!(committed == manao_api::calls::table(), "api/calls.txt is stale: run make generate");
}

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

/// A body composed of several types (`serde(flatten)`) is parsed without the position of a fault. A tournament's form and its instructions are
/// read one after the other instead, each by itself.
#[test]
fn no_body_is_put_together_of_others() {
    let document = manao_api::server::document().unwrap();
    let calls = document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    for body in calls.filter_map(|call| call.pointer("/requestBody/content/application~1json/schema/$ref")) {
        if ["CreateTournament", "UpdateTournament"].iter().any(|read_twice| body.as_str().unwrap().ends_with(read_twice)) {
            continue;
        }
        let schema = document.pointer(body.as_str().unwrap().trim_start_matches('#')).unwrap();
        assert!(schema.get("allOf").is_none(), "{body}");
    }
}

/// Access follows from the table. Each code that is not a field's own is answered by some call, and stands under its status.
#[test]
fn every_call_says_who_may_make_it_and_how_it_refuses() {
    let document = manao_api::server::document().unwrap();
    let mut told = std::collections::BTreeSet::new();
    let rules = features::rules(&features::all());
    let calls = rules.iter().flat_map(|rule| rule.verb.methods().iter().map(move |method| (rule, method)));
    for (rule, method) in calls {
        let path = &rule.path;
        let item = &document["paths"][format!("/api{path}")];
        let Some(call) = item.get(method.as_str().to_lowercase()) else { continue };
        let open = call["security"] == serde_json::json!([]);
        assert_eq!(open, matches!(rule.who, Who::Public | Who::Anyone), "{method} {path}");
        assert_eq!(
            call["responses"].get("403").is_some(),
            needs_rights(rule.who) || told_by_itself(call, "403"),
            "{method} {path}"
        );
        for (status, answer) in call["responses"].as_object().unwrap() {
            for code in answer["x-codes"].as_array().into_iter().flatten() {
                let code = codes::ALL.iter().find(|known| known.name == code).unwrap();
                assert_eq!(code.status.to_string(), *status, "{path}");
                told.insert(code.name);
            }
        }
    }
    // Codes of the router and of `manao content`; reasons beside `channel_not_allowed`; and missing items of an entry, a player or an invited user, which an answer
    // about several lists for each.
    let of_one = [
        "entry_incomplete",
        "entry_decision_invalid",
        "entry_full",
        "entry_drawn",
        "player_left",
        "team_person_unready",
        "candidate_entered",
        "team_needed",
    ];
    let elsewhere = |name: &str| {
        let lack = name.starts_with("player_") && name.ends_with("_missing");
        name == "method_not_allowed"
            || name == "article_changed"
            || name.starts_with("channel_")
            || of_one.contains(&name)
            || lack
    };
    let untold = codes::ALL.iter().filter(|code| code.status != 422 && !told.contains(code.name) && !elsewhere(code.name));
    assert_eq!(untold.map(|code| code.name).collect::<Vec<_>>(), Vec::<&str>::new(), "refuses(…) of the calls names them");
}

fn needs_rights(who: Who) -> bool {
    !matches!(who, Who::Public | Who::Anyone | Who::Member)
}

/// Calls that refuse users whom the table admits: pages of other sites, accounts without a password of ours.
fn told_by_itself(call: &Value, status: &str) -> bool {
    let codes = call["responses"][status]["x-codes"].as_array().into_iter().flatten();
    codes.clone().count() > 0
        && codes.clone().all(|code| code == "forbidden" || code == "password_not_kept" || code == "fresh_proof_needed")
}

#[test]
fn every_reference_leads_somewhere() {
    let document = manao_api::server::document().unwrap();
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
    // The same holds for `type` in a problem.
    let (_, kinds) = manao_kernel::problem::answer::KINDS.split_once('#').unwrap();
    for code in codes::ALL {
        assert_eq!(document.pointer(&format!("{kinds}{}", code.name)).unwrap()["status"], code.status, "{}", code.name);
    }
}
