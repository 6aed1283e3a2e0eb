//! Disqualification of a side, from a match or from the tournament.

use manao_domain::text_enum;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::decision::DecisionContext;
use super::play::{self, MatchResetAnswer, Operation};
use super::room_state::RuledBy;
use super::store::{Stage, Stripping};
use super::view_results::{MatchDecided, MatchFalls, PlaceMove, PlacesLost};
use super::{downstream, withdrawal};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::{OnConstraint as _, Problem, codes};

text_enum! {
    #[derive(ToSchema)]
    DisqualificationScope {
        /// The other side wins this match
        Match = "match",
        /// Out of the tournament: results already played stand, remaining matches are forfeited
        Tournament = "tournament",
    }
}

text_enum! {
    /// The effect of a disqualification on a place that is certain.
    #[derive(ToSchema)]
    TitleDecision {
        /// Results and places stay; the entrant is shown as disqualified
        KeepResults = "keep_results",
        /// The entrant loses its place
        StripTitle = "strip_title",
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Disqualification {
    /// A side of the match
    pub contestant_id: i64,
    pub scope: DisqualificationScope,
    /// Required except in a dry run; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Lists what would be forfeited or undone, and changes nothing
    #[serde(default)]
    pub dry_run: bool,
    /// Takes the disqualification back: the entrant is in the tournament again, and its forfeited matches are open
    #[serde(default)]
    pub restore: bool,
    /// Allows later results that depend on the changed ones to be undone
    #[serde(default)]
    pub cascade: bool,
    /// Required, except in a dry run, when the entrant's place in the last stage is certain (`places` of the dry run)
    #[serde(default)]
    pub title: Option<TitleDecision>,
    /// With `strip_title`: the place stays empty; otherwise those behind it move up
    #[serde(default)]
    pub leave_empty: bool,
    /// With `strip_title`: withdraws prizes already paid for places that change, and logs the reason
    #[serde(default)]
    pub withdraw_paid: bool,
}

/// # Errors
/// 404 `match_not_found`; 409 `entry_over`, `entrant_not_out`, `player_in_other_entry`, `match_not_ready`, `match_results_fall`, `prize_paid`,
/// `match_of_many`, `tournament_cancelled`, `tournament_over`; 422 at `contestantId`, `reason`, `restore`, `title`.
pub async fn disqualify(app: &App, user_id: i64, match_id: i64, sent: &Disqualification) -> Result<MatchResetAnswer, Problem> {
    let why = if sent.dry_run { None } else { Some(note::reason(sent.reason.as_deref())?) };
    let by = DecisionContext { actor_id: Some(user_id), reason: why, cascade: sent.cascade, ruled: RuledBy::Staff };
    if sent.scope == DisqualificationScope::Match {
        if sent.restore {
            return Err(Problem::invalid("restore", codes::restore_of_match));
        }
        let (operation, at) = Operation::of_match(app, match_id, by).await?;
        if sent.dry_run {
            return operation.forfeited(at, sent.contestant_id).await.map(MatchResetAnswer::Preview);
        }
        return play::forfeit(operation, at, sent.contestant_id).await.map(Box::new).map(MatchResetAnswer::Reset);
    }
    let mut change = app.change().await?;
    let stage = Stage::lock_of_match(&mut change, match_id).await?;
    stage.may_decide(change.now())?;
    let at = stage.position_of(match_id).ok_or(codes::match_not_found)?;
    if !stage.sits(at, sent.contestant_id) {
        return Err(Problem::invalid("contestantId", codes::entrant_not_found));
    }
    let id = stage.tournament_id;
    let places = if sent.restore { None } else { places(&mut change, &stage, sent).await? };
    if sent.dry_run {
        let falls = match sent.restore {
            true => withdrawal::fallen(&mut change, id, sent.contestant_id).await?,
            false => withdrawal::forfeits(&mut change, id, sent.contestant_id).await?,
        };
        return Ok(MatchResetAnswer::Preview(MatchFalls { falls, later_stages: Vec::new(), changed: 0, places }));
    }
    if let Some(places) = &places {
        let title = sent.title.ok_or_else(|| Problem::invalid("title", codes::title_undecided))?;
        if title == TitleDecision::StripTitle && sent.withdraw_paid {
            withdraw_paid(&mut change, (id, user_id, why), places).await?;
        }
    }
    let status = if sent.restore { restored(&mut change, sent).await? } else { put_out(&mut change, user_id, sent, why).await? };
    let revision = Revision {
        actor_id: Some(user_id),
        kind: if sent.restore { "entrant_restored" } else { "entrant_disqualified" },
        entrant_id: Some(sent.contestant_id),
        match_id: Some(match_id),
        reason: why,
        before: Some(json!({"status": status.0})),
        after: Some(json!({"status": status.1, "title": sent.title, "leaveEmpty": sent.leave_empty, "places": places})),
    };
    tournaments::log(&mut change, id, revision).await?;
    let mut change = if sent.restore {
        withdrawal::come_back(change, (id, sent.contestant_id), &by).await?
    } else {
        withdrawal::leave(change, (id, sent.contestant_id), (user_id, why)).await?
    };
    let now = Stage::load(change.conn(), id, stage.stage).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, id);
    Ok(MatchResetAnswer::Reset(Box::new(changes(&stage, &now, at))))
}

impl Disqualification {
    fn stripping(&self) -> Option<Stripping> {
        let stripping = if self.leave_empty { Stripping::LeaveEmpty } else { Stripping::MoveUp };
        (self.title == Some(TitleDecision::StripTitle)).then_some(stripping)
    }
}

/// Returns the places that change if the entrant loses its own; None while that place is not certain.
async fn places(change: &mut Change, stage: &Stage, sent: &Disqualification) -> Result<Option<PlacesLost>, Problem> {
    let mut last = Stage::load(change.conn(), stage.tournament_id, stage.last_stage).await?;
    let before = last.ranks();
    let Some(rank) = before.get(&sent.contestant_id).copied() else { return Ok(None) };
    for entrant in last.entrants.iter_mut().filter(|entrant| entrant.id == sent.contestant_id) {
        entrant.out = true;
        entrant.stripped = Some(if sent.leave_empty { Stripping::LeaveEmpty } else { Stripping::MoveUp });
    }
    let after = last.ranks();
    let changed = before.iter().filter(|(id, from)| after.get(*id) != Some(*from));
    let mut moves: Vec<PlaceMove> = changed
        .map(|(id, from)| PlaceMove {
            contestant_id: *id,
            name: last.name_of(*id).unwrap_or_default().to_owned(),
            from: *from,
            to: after.get(id).copied(),
        })
        .collect();
    moves.sort_by_key(|place| (place.from, place.contestant_id));
    let mut paid = downstream::paid(change.conn(), stage.tournament_id).await?;
    paid.retain(|id| moves.iter().any(|place| place.contestant_id == *id));
    Ok(Some(PlacesLost { rank, moves, paid }))
}

/// Marks the prizes of these places as not paid.
async fn withdraw_paid(
    change: &mut Change,
    (tournament_id, user_id, reason): (i64, i64, Option<&str>),
    places: &PlacesLost,
) -> Result<(), Problem> {
    let gone = sqlx::query!(
        "delete from esports.prize_winners where tournament_id = $1 and entrant_id = any($2) and paid_at is not null returning place, entrant_id",
        tournament_id,
        &places.paid
    )
    .fetch_all(change.conn())
    .await?;
    if gone.is_empty() {
        return Ok(());
    }
    let gone: Vec<_> = gone.iter().map(|row| json!({"place": row.place, "contestantId": row.entrant_id, "paid": true})).collect();
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "winners_withdrawn",
        reason,
        before: Some(json!({"winners": gone})),
        ..Revision::default()
    };
    tournaments::log(change, tournament_id, revision).await
}

/// Returns the matches that differ from before.
fn changes(before: &Stage, now: &Stage, at: usize) -> MatchDecided {
    let differs = |at: &usize| before.matches.get(*at).map(|row| row.version) != now.matches.get(*at).map(|row| row.version);
    MatchDecided {
        bracket_version: now.version,
        decided: now.shown(at),
        changed: (0..now.drawn.len()).filter(differs).map(|at| now.shown(at)).collect(),
    }
}

/// Ends the entry. Returns its status before and after.
///
/// # Errors
/// 409 `entry_over`.
async fn put_out(
    change: &mut Change,
    user_id: i64,
    sent: &Disqualification,
    why: Option<&str>,
) -> Result<(String, String), Problem> {
    let now = change.now();
    let out = sqlx::query!(
        "with out as (update esports.entrants set status = 'disqualified', version = version + 1, updated_at = $2, reason = $3, decided_at = $2,
                        decided_by = $4, stripped = $5 where id = $1 and status = 'join' returning tournament_id, stage),
              counted as (update esports.tournaments t set joined = joined - 1 from out where t.id = out.tournament_id and out.stage = 1),
              players as (update esports.entrant_players p set active = false where p.entrant_id = $1 and p.active and exists (select from out))
         select tournament_id from out",
        sent.contestant_id,
        now,
        why,
        user_id,
        sent.stripping().map(|stripping| Stripping::as_str(stripping).to_owned())
    )
    .fetch_optional(change.conn())
    .await?;
    out.ok_or(codes::entry_over)?;
    Ok(("join".to_owned(), "disqualified".to_owned()))
}

/// Restores the entry. Returns its status before and after.
///
/// # Errors
/// 409 `entrant_not_out`, `player_in_other_entry`.
async fn restored(change: &mut Change, sent: &Disqualification) -> Result<(String, String), Problem> {
    let now = change.now();
    let was = sqlx::query_scalar!(
        "select status from esports.entrants where id = $1 and out_at is not null and not active and status <> 'reject'",
        sent.contestant_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::entrant_not_out)?;
    sqlx::query!(
        "with back as (update esports.entrants set status = 'join', version = version + 1, updated_at = $2, reason = null, stripped = null
                       where id = $1 returning tournament_id, stage),
              counted as (update esports.tournaments t set joined = joined + 1 from back where t.id = back.tournament_id and back.stage = 1)
         update esports.entrant_players p set active = true where p.entrant_id = $1 and p.left_at is null and exists (select from back)",
        sent.contestant_id,
        now
    )
    .execute(change.conn())
    .await
    .on_constraint("entrant_players_once", codes::player_in_other_entry)?;
    Ok((was, "join".to_owned()))
}
