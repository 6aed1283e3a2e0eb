//! The prizes of each place, and their winners.

use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

use crate::pages::BRACKET;
use manao_domain::tournament_form::{self, TournamentPrize};
use serde_json::json;
use sqlx::types::Json;

use super::decision::DecisionContext;
use super::live::BracketLive;
use super::room_state::RuledBy;
use super::store::Stage;
use super::ties::SettledTies;
use super::view::{Bracket, Reader};
use super::{answer, ranking, write};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Form, Problem, codes};
use manao_kernel::text::{Text, ordinal};
use manao_people::inbox::{self, Message, Stream};

#[derive(Debug, Deserialize, ToSchema)]
pub struct PrizesSent {
    /// At most 16, each place once
    pub prizes: Vec<TournamentPrize>,
    /// The bracket's `tournamentVersion` that the client last saw; 409 `tournament_changed` when it has changed since
    pub version: i64,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WinnerSent {
    /// Number from 1; several winners may share one
    pub place: i32,
    pub contestant_id: i64,
    /// The prize has been paid, so changes of its rank are refused
    #[serde(default)]
    pub paid: bool,
}

impl WinnerSent {
    pub fn key(&self) -> (i32, i64) {
        (self.place, self.contestant_id)
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct WinnersSent {
    /// All winners, at most 128
    pub winners: Vec<WinnerSent>,
    /// The bracket's version that the client last saw; 409 `tournament_changed` when it has changed since
    pub version: i64,
}

/// Most winners: shared places have several.
const WINNERS: usize = 128;

/// Replaces the prizes of all places. A closed group is reopened if tied places in it win different prizes now, but won the same when it
/// was closed.
///
/// # Errors
/// 404 `tournament_not_found`; 409 `tournament_changed`, `prize_paid`, `tournament_cancelled`, `tournament_over`; 422 at `prizes` or their
/// fields.
pub async fn submit(app: &App, user_id: i64, tournament_id: i64, sent: &PrizesSent) -> Result<Bracket, Problem> {
    let mut form = Form::default();
    for (field, refusal) in tournament_form::check_prizes(&sent.prizes) {
        form.refuse(field, refusal.into());
    }
    form.check()?;
    let mut change = app.change().await?;
    let mut stage = lock_last(&mut change, tournament_id).await?;
    stage.may_decide(change.now())?;
    let (now, after) = (change.now(), serde_json::to_value(&sent.prizes)?);
    let before = sqlx::query!("select version, prizes from esports.tournaments where id = $1", tournament_id)
        .fetch_one(change.conn())
        .await?;
    if before.version != sent.version {
        return Err(codes::tournament_changed.into());
    }
    sqlx::query!(
        "update esports.tournaments set form = jsonb_set(form, '{prizes}', $2), prize_baht = $3, version = version + 1, updated_at = $4 where id = $1",
        tournament_id,
        after,
        tournament_form::prize_baht(&sent.prizes),
        now
    )
    .execute(change.conn())
    .await?;
    let settled = SettledTies::new(&stage);
    stage.prizes.clone_from(&sent.prizes);
    write::next_version(&mut change, &mut stage, false).await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "tournament_updated",
        before: Some(json!({"prizes": before.prizes})),
        after: Some(json!({"prizes": after})),
        ..Revision::default()
    };
    tournaments::log(&mut change, tournament_id, revision).await?;
    let by = DecisionContext { actor_id: Some(user_id), reason: None, cascade: false, ruled: RuledBy::Staff };
    settled.follow(&mut change, &mut stage, &by).await?;
    finish(change, &stage).await
}

/// Announces the winners to everybody and to each of them; paid prizes stay paid.
///
/// # Errors
/// 404 `tournament_not_found`; 409 `tournament_changed`; `matches_open` while the last stage is played, `stage_open` while a tie of it is
/// open, `prize_paid` when a paid winner is left out, `tournament_cancelled`; 422 at `winners` or its lines.
pub async fn announce(app: &App, user_id: i64, tournament_id: i64, sent: &WinnersSent) -> Result<Bracket, Problem> {
    let winners = &sent.winners;
    if winners.len() > WINNERS {
        return Err(Problem::invalid("winners", codes::list_too_long));
    }
    let mut change = app.change().await?;
    let mut stage = lock_last(&mut change, tournament_id).await?;
    if stage.cancelled_at.is_some() {
        return Err(codes::tournament_cancelled.into());
    }
    if stage.version != sent.version {
        return Err(codes::tournament_changed.into());
    }
    if !stage.is_decided() {
        return Err(codes::matches_open.into());
    }
    if stage.has_open_ties() {
        return Err(codes::stage_open.into());
    }
    check(&mut change, &stage, winners).await?;
    let before = standing(&mut change, tournament_id).await?;
    let kept: HashSet<(i32, i64)> = winners.iter().filter(|winner| winner.paid).map(WinnerSent::key).collect();
    if before.iter().any(|(key, paid)| *paid && !kept.contains(key)) {
        return Err(codes::prize_paid.into());
    }
    store(&mut change, tournament_id, winners).await?;
    write::next_version(&mut change, &mut stage, false).await?;
    let told = |winners: Vec<((i32, i64), bool)>| {
        let mut winners: Vec<_> =
            winners.into_iter().map(|((place, id), paid)| json!({"place": place, "contestantId": id, "paid": paid})).collect();
        winners.sort_by_key(|winner| (winner["place"].as_i64(), winner["contestantId"].as_i64()));
        json!({"winners": winners})
    };
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "winners_announced",
        after: Some(told(winners.iter().map(|winner| (winner.key(), winner.paid)).collect())),
        before: Some(told(before.iter().map(|(key, paid)| (*key, *paid)).collect())),
        ..Revision::default()
    };
    tournaments::log(&mut change, tournament_id, revision).await?;
    let fresh: Vec<WinnerSent> = winners.iter().filter(|winner| !before.contains_key(&winner.key())).copied().collect();
    congratulate(&mut change, tournament_id, &fresh).await?;
    finish(change, &stage).await
}

async fn lock_last(change: &mut Change, tournament_id: i64) -> Result<Stage, Problem> {
    let first = Stage::lock(change, tournament_id, 1).await?;
    let last = first.last_stage;
    if last == 1 { Ok(first) } else { Stage::load(change.conn(), tournament_id, last).await }
}

async fn finish(mut change: Change, stage: &Stage) -> Result<Bracket, Problem> {
    let app = change.app().clone();
    change.emit(&BracketLive::reload(stage))?;
    let answer = answer::bracket(change.conn(), stage, Reader::Runs, None).await?;
    change.commit().await?;
    tournaments::forget_bracket(&app, stage.tournament_id);
    Ok(answer)
}

/// Checks that winners are admitted entrants, each once, at the place of their results.
async fn check(change: &mut Change, stage: &Stage, winners: &[WinnerSent]) -> Result<(), Problem> {
    let ranks: HashMap<i64, i32> = ranking::ranks(change.conn(), stage).await?.into_iter().collect();
    let ids: Vec<i64> = winners.iter().map(|winner| winner.contestant_id).collect();
    let known: Vec<i64> = sqlx::query_scalar!(
        "select id from esports.entrants where tournament_id = $1 and id = any($2) and status = 'join'",
        stage.tournament_id,
        &ids
    )
    .fetch_all(change.conn())
    .await?;
    let mut form = Form::default();
    for (at, winner) in winners.iter().enumerate() {
        if !known.contains(&winner.contestant_id) {
            form.refuse(format!("winners[{at}].contestantId"), codes::entrant_not_found);
        } else if winners[..at].iter().any(|before| before.key() == winner.key()) {
            form.refuse(format!("winners[{at}].contestantId"), codes::item_repeated);
        } else if ranks.get(&winner.contestant_id) != Some(&winner.place) {
            form.refuse(format!("winners[{at}].place"), codes::winner_of_another_place);
        }
    }
    form.check()
}

/// Returns the announced winners, and whether they are paid.
async fn standing(change: &mut Change, tournament_id: i64) -> Result<HashMap<(i32, i64), bool>, Problem> {
    let rows = sqlx::query!(
        r#"select place, entrant_id, paid_at is not null as "paid!" from esports.prize_winners where tournament_id = $1"#,
        tournament_id
    )
    .fetch_all(change.conn())
    .await?;
    Ok(rows.into_iter().map(|row| ((row.place, row.entrant_id), row.paid)).collect())
}

async fn store(change: &mut Change, tournament_id: i64, winners: &[WinnerSent]) -> Result<(), Problem> {
    let now = change.now();
    let (places, ids): (Vec<i32>, Vec<i64>) = winners.iter().map(WinnerSent::key).unzip();
    let paid: Vec<bool> = winners.iter().map(|winner| winner.paid).collect();
    sqlx::query!(
        "delete from esports.prize_winners where tournament_id = $1
           and (place, entrant_id) not in (select * from unnest($2::int[], $3::bigint[]))",
        tournament_id,
        &places,
        &ids
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into esports.prize_winners (tournament_id, place, entrant_id, announced_at, paid_at)
         select $1, w.place, w.id, $2, case when w.paid then $2::timestamptz end
         from unnest($3::int[], $4::bigint[], $5::bool[]) as w (place, id, paid)
         on conflict (tournament_id, place, entrant_id) do update set paid_at = coalesce(prize_winners.paid_at, excluded.paid_at)",
        tournament_id,
        now,
        &places,
        &ids,
        &paid
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Sends a message to the players of each winner.
async fn congratulate(change: &mut Change, tournament_id: i64, winners: &[WinnerSent]) -> Result<(), Problem> {
    let (places, ids): (Vec<i32>, Vec<i64>) = winners.iter().map(WinnerSent::key).unzip();
    let rows = sqlx::query!(
        r#"select distinct on (p.user_id) p.user_id, e.name, w.place as "place!", t.name_th, t.name_en,
                  t.prizes as "prizes: Json<Vec<TournamentPrize>>"
           from unnest($2::int[], $3::bigint[]) as w (place, id) join esports.entrants e on e.id = w.id
           join esports.entrant_players p on p.entrant_id = e.id and p.active and p.left_at is null join esports.tournaments t on t.id = $1
           order by p.user_id, w.place"#,
        tournament_id,
        &places,
        &ids
    )
    .fetch_all(change.conn())
    .await?;
    let told = rows.into_iter().map(|row| {
        let prize = row.prizes.0.iter().find(|prize| prize.place == Some(row.place.into()));
        let message = message(tournament_id, &Text::new(row.name_th, row.name_en), (&row.name, row.place), prize);
        (row.user_id, message)
    });
    inbox::write_each(change, Stream::Esports, &told.collect::<Vec<_>>()).await
}

fn message(tournament_id: i64, tournament: &Text, (entrant, place): (&str, i32), prize: Option<&TournamentPrize>) -> Message {
    let baht = prize.and_then(|prize| prize.baht).filter(|baht| *baht > 0);
    let text = prize.and_then(|prize| prize.text.as_deref()).filter(|text| !text.trim().is_empty());
    let won = |unit: &str| {
        let parts = [baht.map(|baht| format!("{} {unit}", grouped(baht))), text.map(str::to_owned)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" + ")
    };
    let (th, en) = (won("บาท"), won("baht"));
    let (th, en) = match th.is_empty() {
        true => (String::new(), String::new()),
        false => (format!(" รางวัล: {th} ผู้จัดเป็นผู้มอบ"), format!(" Prize: {en}, handed over by the organizer.")),
    };
    Message {
        stream: Stream::Esports,
        kind: "prize_won",
        title: Text::new(format!("ได้อันดับ {place}"), format!("{} place", ordinal(place))),
        body: Text::new(
            format!("{}: “{entrant}” ได้อันดับ {place}{th}", tournament.th),
            format!("{}: “{entrant}” finished {}.{en}", tournament.en, ordinal(place)),
        ),
        href: Some(BRACKET.address([&tournament_id])),
        subject: None,
    }
}

/// Formats a number with separators, as in `12,500`.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
