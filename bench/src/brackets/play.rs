//! A promoter at a tournament: draws it, and plays it to its end.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::shop::{Member, Shop};

pub struct Drawn {
    pub generated: Duration,
    pub submitted: Duration,
    pub published: Duration,
    pub bracket: Value,
}

pub async fn draw(shop: &Shop, promoter: &Member, id: i64) -> Result<Drawn> {
    let timed = |path: String, body: Value| async move {
        let start = Instant::now();
        let answer = shop.post(&path, Some(promoter), &body).await?;
        anyhow::Ok((start.elapsed(), answer))
    };
    let (generated, draft) =
        timed(format!("/bracket/generate-bracket/{id}"), json!({"method": "random", "seed": "2026"})).await?;
    let (submitted, _) = timed(format!("/bracket/submit-bracket/{id}"), json!({"version": draft["draw"]["version"]})).await?;
    let (published, bracket) = timed(format!("/bracket/send-bracket/{id}"), json!({})).await?;
    Ok(Drawn { generated, submitted, published, bracket })
}

/// The matches of one stage, as the answers to the promoter's own calls leave them.
pub struct Field {
    matches: BTreeMap<i64, Value>,
    numbers: u64,
}

impl Field {
    pub fn new(bracket: &Value) -> Result<Self> {
        let matches = bracket["matches"].as_array().context("no matches")?;
        let matches = matches.iter().filter_map(|one| Some((one["id"].as_i64()?, one.clone()))).collect();
        Ok(Self { matches, numbers: 20_260_923 })
    }

    /// Returns a number below `bound`; the same ones in each run.
    fn number(&mut self, bound: usize) -> usize {
        self.numbers = self.numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.numbers >> 33).unwrap_or_default() % bound
    }

    fn in_state(&self, state: &str) -> Vec<i64> {
        let own = |one: &Value| one["state"] == state && one["outcome"] != "walkover";
        self.matches.iter().filter(|(_, one)| own(one)).map(|(id, _)| *id).collect()
    }

    /// Decides one of the matches that can be played; None if there is none.
    pub async fn play(&mut self, shop: &Shop, promoter: &Member) -> Result<Option<Duration>> {
        let ready = self.in_state("ready");
        if ready.is_empty() {
            return Ok(None);
        }
        let id = ready[self.number(ready.len())];
        let home_wins = self.number(2) == 0;
        self.decide(shop, promoter, id, home_wins, json!({})).await.map(Some)
    }

    /// Reverses one result, together with every result that depends on it.
    pub async fn correct(&mut self, shop: &Shop, promoter: &Member) -> Result<Duration> {
        let decided = self.in_state("decided");
        ensure!(!decided.is_empty(), "nothing to correct");
        let id = decided[self.number(decided.len())];
        let home_wins = self.matches[&id]["winner"] != "home";
        self.decide(shop, promoter, id, home_wins, json!({"cascade": true, "reason": "wrong way round"})).await
    }

    async fn decide(&mut self, shop: &Shop, promoter: &Member, id: i64, home_wins: bool, beside: Value) -> Result<Duration> {
        let one = &self.matches[&id];
        let needed = one["bestOf"].as_u64().context("no series")? / 2 + 1;
        let game = if home_wins { json!({"home": 1, "away": 0}) } else { json!({"home": 0, "away": 1}) };
        let games = vec![game; usize::try_from(needed)?];
        let mut body = json!({"games": games, "version": one["version"]});
        if let (Some(body), Some(beside)) = (body.as_object_mut(), beside.as_object()) {
            body.extend(beside.clone());
        }
        let start = Instant::now();
        let answer = shop.post(&format!("/tournament/submit-match-score/{id}"), Some(promoter), &body).await?;
        let took = start.elapsed();
        for changed in answer["changed"].as_array().context("nothing changed")? {
            self.matches.insert(changed["id"].as_i64().context("a match without a number")?, changed.clone());
        }
        Ok(took)
    }
}

pub struct Played {
    pub results: u64,
    pub corrections: u64,
    pub whole: Duration,
    pub times: Histogram<u64>,
    pub correcting: Histogram<u64>,
}

/// Enters results in any order; one of forty is corrected later. The final ranking must have one champion, and a place for everyone.
pub async fn to_the_end(shop: &Shop, promoter: &Member, id: i64, bracket: &Value) -> Result<Played> {
    let mut field = Field::new(bracket)?;
    let entrants = bracket["entrants"].as_array().map(Vec::len).unwrap_or_default();
    let (mut times, mut correcting) = (Histogram::new(3)?, Histogram::new(3)?);
    let begun = Instant::now();
    while let Some(took) = field.play(shop, promoter).await? {
        times.record(crate::load::micros(took)?)?;
        if times.len() % 40 == 0 {
            correcting.record(crate::load::micros(field.correct(shop, promoter).await?)?)?;
        }
    }
    let whole = begun.elapsed();
    shop.post("/tournament/submit-to-ranking", Some(promoter), &json!({"id": id})).await?;
    let end = shop.post("/bracket/get-bracket", None, &json!({"id": id})).await?;
    let ranks: Vec<i64> =
        end["entrants"].as_array().context("no entrants")?.iter().filter_map(|one| one["rank"].as_i64()).collect();
    ensure!(
        ranks.len() == entrants && ranks.iter().filter(|rank| **rank == 1).count() == 1,
        "{} of {entrants} have a rank",
        ranks.len()
    );
    ensure!(end["finished"] == true, "the tournament is not finished");
    // The calls' answers must match the page that everyone reads.
    let read = Field::new(&end)?;
    let same = |one: &Value, other: &Value| one["winner"] == other["winner"] && one["homeScore"] == other["homeScore"];
    ensure!(
        read.matches.iter().all(|(id, one)| same(one, &field.matches[id])),
        "the page shows other results than were answered"
    );
    Ok(Played { results: times.len(), corrections: correcting.len(), whole, times, correcting })
}
