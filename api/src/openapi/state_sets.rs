//! Sets of states for the clients: the results of an enum's methods are in its schema as `x-sets`.

use manao_domain::registration::EntrantStatus;
use manao_esports::brackets::MatchState;
use serde_json::{Map, Value, json};

/// Returns the words of the states for which `holds` is true.
fn words<S: Copy>(all: &[S], word: fn(S) -> &'static str, holds: impl Fn(S) -> bool) -> Value {
    all.iter().filter(|state| holds(**state)).map(|state| word(*state)).collect::<Vec<_>>().into()
}

/// Returns each schema's name with its sets: the name of the generated function, and the words.
fn sets() -> [(&'static str, Value); 2] {
    let entrant = |holds: fn(EntrantStatus) -> bool| words(EntrantStatus::ALL, EntrantStatus::as_str, holds);
    let game = |holds: fn(MatchState) -> bool| words(MatchState::ALL, MatchState::as_str, holds);
    [
        (
            "EntrantStatus",
            json!({
                "isActiveEntrant": entrant(EntrantStatus::is_active),
                "isListedEntrant": entrant(EntrantStatus::is_listed),
                "mayBeAdmitted": entrant(|status| status.may_be_decided(EntrantStatus::Join)),
                "mayBeFoundInvalid": entrant(|status| status.may_be_decided(EntrantStatus::Invalid)),
            }),
        ),
        (
            "MatchState",
            json!({
                "isSettledMatch": game(MatchState::is_settled),
                "isListedMatch": game(MatchState::is_listed),
                "isUpcomingMatch": game(MatchState::is_upcoming),
                "isRunningMatch": game(MatchState::is_running),
                "mayMoveMatch": game(MatchState::may_move),
            }),
        ),
    ]
}

/// Writes the sets into their schemas.
///
/// # Errors
/// When a schema is missing.
pub fn write(schemas: &mut Map<String, Value>) -> anyhow::Result<()> {
    for (name, sets) in sets() {
        let schema = schemas.get_mut(name).and_then(Value::as_object_mut);
        schema.ok_or_else(|| anyhow::anyhow!("no schema {name}"))?.insert("x-sets".into(), sets);
    }
    Ok(())
}
