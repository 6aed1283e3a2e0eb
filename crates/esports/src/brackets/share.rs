//! The card of a bracket's shared links: the result that matters most.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use serde::Deserialize;

use super::view::MatchState;
use manao_kernel::pages::{ShareCard, ShareScore};
use manao_kernel::problem::{Lang, Problem};

/// The part of a published bracket that its card uses.
#[derive(Deserialize)]
struct Results {
    entrants: Vec<Entrant>,
    matches: Vec<Played>,
    finished: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entrant {
    contestant_id: i64,
    name: String,
    rank: Option<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Played {
    part: Part,
    round: i32,
    home: Side,
    away: Side,
    state: MatchState,
    home_score: Option<i32>,
    away_score: Option<i32>,
    decided_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Side {
    contestant_id: Option<i64>,
}

/// Returns the tournament's card with the final's result, or until then with the latest one. Without a result, the champion is a fact.
pub fn card(card: ShareCard, bracket: &[u8], lang: Lang) -> Result<ShareCard, Problem> {
    let results: Results = serde_json::from_slice(bracket)?;
    if let Some(score) = results.deciding().or_else(|| results.latest()) {
        let eyebrow = if results.finished {
            lang.pick("ผลรอบชิงชนะเลิศ", "Final result")
        } else {
            lang.pick("ผลล่าสุด", "Latest result")
        };
        return Ok(ShareCard { eyebrow: eyebrow.to_owned(), score: Some(score), ..card });
    }
    let champion = results.entrants.iter().find(|entrant| results.finished && entrant.rank == Some(1));
    let champion = champion.map(|entrant| lang.pick(format!("แชมป์ {}", entrant.name), format!("Champion: {}", entrant.name)));
    Ok(ShareCard { facts: champion.into_iter().chain(card.facts).collect(), ..card })
}

impl Results {
    /// Returns the result of the last match between two sides, once all is decided.
    fn deciding(&self) -> Option<ShareScore> {
        let finals = self.matches.iter().filter(|one| self.finished && matches!(one.part, Part::Main | Part::Final));
        self.score(finals.max_by_key(|one| (one.part == Part::Final, one.round, one.decided_at))?)
    }

    fn latest(&self) -> Option<ShareScore> {
        let mut decided: Vec<_> = self.matches.iter().filter(|one| !self.finished && one.decided_at.is_some()).collect();
        decided.sort_by_key(|one| std::cmp::Reverse(one.decided_at));
        decided.into_iter().find_map(|one| self.score(one))
    }

    /// Returns the result of a match that was played.
    fn score(&self, played: &Played) -> Option<ShareScore> {
        let name = |side: &Side| self.entrants.iter().find(|entrant| Some(entrant.contestant_id) == side.contestant_id);
        let scored = played.state == MatchState::Decided;
        Some(ShareScore {
            home: name(&played.home).filter(|_| scored)?.name.clone(),
            away: name(&played.away)?.name.clone(),
            home_points: played.home_score?,
            away_points: played.away_score?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(bracket: &Value) -> ShareCard {
        let whole = ShareCard { facts: vec!["RoV".to_owned()], ..ShareCard::default() };
        card(whole, bracket.to_string().as_bytes(), Lang::En).unwrap()
    }

    #[test]
    fn the_final_is_shown_and_until_then_the_latest_result() {
        let entrants = json!([{"contestantId": 1, "name": "Limes", "rank": 1}, {"contestantId": 2, "name": "Foxes"}]);
        let played = |part: &str, round: i32, at: &str, score: [i32; 2]| {
            json!({
                "part": part, "round": round, "home": {"contestantId": 1}, "away": {"contestantId": 2}, "state": "decided",
                "homeScore": score[0], "awayScore": score[1], "decidedAt": at,
            })
        };
        let waiting = json!({"part": "final", "round": 1, "home": {}, "away": {"contestantId": 2}, "state": "waiting"});
        let early = played("main", 1, "2026-12-01T03:00:00Z", [2, 1]);
        let third = played("third", 1, "2026-12-03T03:00:00Z", [0, 3]);
        let last = played("main", 2, "2026-12-02T03:00:00Z", [3, 2]);
        for (matches, finished, eyebrow, score) in [
            (json!([early, waiting, last]), false, "Latest result", [3, 2]),
            (json!([early, last, third]), true, "Final result", [3, 2]),
        ] {
            let card = drawn(&json!({"entrants": entrants, "matches": matches, "finished": finished}));
            let shown = card.score.unwrap();
            assert_eq!((card.eyebrow.as_str(), [shown.home_points, shown.away_points]), (eyebrow, score));
            assert_eq!([shown.home.as_str(), shown.away.as_str()], ["Limes", "Foxes"]);
        }
        let board = drawn(&json!({"entrants": entrants, "matches": [], "finished": true}));
        assert_eq!((board.facts.join("|").as_str(), board.score), ("Champion: Limes|RoV", None));
        assert_eq!(drawn(&json!({"entrants": entrants, "matches": [waiting], "finished": false})).facts, ["RoV"]);
    }
}
