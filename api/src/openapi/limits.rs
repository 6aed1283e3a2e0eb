//! How long texts and lists may be, by the constants that the server checks with. utoipa takes literals only where it writes a keyword itself.

use manao_domain::tournament_form;
use manao_esports::messages;
use manao_people::support;
use serde_json::{Map, Value};

/// A list of a schema, and its most entries. What an extension says of a list would be said of its entries.
const LISTS: [(&str, &str, usize); 9] = [
    ("TournamentForm", "prizes", tournament_form::PRIZES),
    ("TournamentForm", "stages", tournament_form::STAGES),
    ("TournamentForm", "coPromoters", tournament_form::CO_PROMOTERS),
    ("TournamentForm", "assistants", tournament_form::ASSISTANTS),
    ("MessageNew", "pictures", messages::MOST_PICTURES),
    ("MatchScoreSent", "proofs", messages::MOST_PICTURES),
    ("SupportThreadNew", "pictures", support::MOST_PICTURES),
    ("SupportMessageNew", "pictures", support::MOST_PICTURES),
    ("SupportAnswerNew", "pictures", support::MOST_PICTURES),
];

/// Makes a keyword of every `extensions(("maxLength" = …))` of a field.
pub fn plain(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(limit) = map.remove("x-maxLength") {
                map.insert("maxLength".to_owned(), limit);
            }
            map.values_mut().for_each(plain);
        }
        Value::Array(values) => values.iter_mut().for_each(plain),
        _ => {}
    }
}

/// Writes `maxItems` of the lists.
///
/// # Errors
/// When a schema or its list is missing.
pub fn write_lists(schemas: &mut Map<String, Value>) -> anyhow::Result<()> {
    for (schema, list, most) in LISTS {
        let field = schemas.get_mut(schema).and_then(|schema| schema.pointer_mut(&format!("/properties/{list}")));
        let field = field.and_then(Value::as_object_mut).ok_or_else(|| anyhow::anyhow!("no list {list} in {schema}"))?;
        field.insert("maxItems".to_owned(), most.into());
    }
    Ok(())
}
