//! Tells both sides of a match what was decided of it, in a job: one decision may change many matches.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::room_now::{MatchNow, RuledBy};
use super::view::{MatchOutcome, MatchSide, MatchState};
use crate::app::App;
use crate::database::{Change, JobOptions};
use crate::features::inbox::{self, Message, Stream};
use crate::jobs::Job;
use crate::problem::Problem;
use crate::text::{Text, moment};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchNews {
    Decided,
    /// The result, or what was reported, counts no more
    Reset,
    /// Others sit there
    Sides,
    /// Both sides are known
    Ready,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct TellMatch {
    match_id: i64,
    tournament_id: i64,
    /// The room's version, by which each occasion is told once
    occasion: i64,
    news: MatchNews,
}

/// Tells after the commit.
pub async fn later(change: &mut Change, news: &[(&MatchNow, MatchNews)]) -> Result<(), Problem> {
    for (now, news) in news {
        let job = TellMatch { match_id: now.match_id, tournament_id: now.tournament_id, occasion: now.version, news: *news };
        sqlx::query!(
            "insert into tournament_notices (tournament_id, kind, version) values ($1, $2, $3) on conflict do nothing",
            job.tournament_id,
            job.kind(),
            job.occasion
        )
        .execute(change.conn())
        .await?;
        change.job(&job, JobOptions::last()).await?;
    }
    Ok(())
}

impl Job for TellMatch {
    const NAME: &'static str = "brackets.tell_match";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let mut change = app.change().await?;
        let first = sqlx::query!(
            "delete from tournament_notices where tournament_id = $1 and kind = $2 and version = $3",
            self.tournament_id,
            self.kind(),
            self.occasion
        )
        .execute(change.conn())
        .await?;
        if first.rows_affected() == 0 {
            return Ok(());
        }
        let told = MatchTold::of(&mut change, self.match_id).await?;
        let people = everybody(&mut change, self.match_id).await?;
        if let Some(message) = told.and_then(|told| told.message(self.news)).filter(|_| !people.is_empty()) {
            inbox::write_to_many(&mut change, &people, &message).await?;
        }
        change.commit().await?;
        Ok(())
    }
}

impl TellMatch {
    fn kind(&self) -> String {
        format!("match_{}", self.match_id)
    }
}

/// Players of both sides, and who acts for them: as far as their entry counts.
pub async fn everybody(change: &mut Change, match_id: i64) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        r#"select p.user_id as "user_id!" from matches m join entrant_players p on p.entrant_id in (m.home_id, m.away_id)
           where m.id = $1 and p.active and p.left_at is null
           union
           select case when e.team_id is null then e.user_id else acting_captain(e.team_id) end
           from matches m join entrants e on e.id in (m.home_id, m.away_id)
           where m.id = $1 and e.status not in ('withdrawn', 'removed', 'reject', 'disqualified')
             and (e.team_id is null or acting_captain(e.team_id) is not null)"#,
        match_id
    )
    .fetch_all(change.conn())
    .await?)
}

/// What a message about a match says.
pub struct MatchTold {
    match_id: i64,
    tournament: Text,
    label: i32,
    pub home: String,
    pub away: String,
    /// Both sides are known
    complete: bool,
    scheduled_at: Option<DateTime<Utc>>,
    state: MatchState,
    outcome: Option<MatchOutcome>,
    score: Option<(i32, i32)>,
    winner: Option<MatchSide>,
    by: RuledBy,
}

impl MatchTold {
    /// None while a side is not known.
    pub async fn read(change: &mut Change, match_id: i64) -> Result<Option<Self>, Problem> {
        Ok(Self::of(change, match_id).await?.filter(|told| told.complete))
    }

    /// A side that is not known has no name.
    async fn of(change: &mut Change, match_id: i64) -> Result<Option<Self>, Problem> {
        let row = sqlx::query!(
            r#"select t.name_th, t.name_en, coalesce(m.label, m.number) as "label!", coalesce(h.name, '') as "home!", coalesce(a.name, '') as "away!",
                      h.id is not null and a.id is not null as "complete!", m.scheduled_at, m.state as "state: MatchState", m.outcome as "outcome: MatchOutcome", m.home_score, m.away_score,
                      m.winner_side as "winner: MatchSide", m.decided_by as "by: RuledBy"
               from matches m join tournaments t on t.id = m.tournament_id left join entrants h on h.id = m.home_id
               left join entrants a on a.id = m.away_id where m.id = $1"#,
            match_id
        )
        .fetch_optional(change.conn())
        .await?;
        Ok(row.map(|row| Self {
            match_id,
            tournament: Text::new(row.name_th, row.name_en),
            label: row.label,
            home: row.home,
            away: row.away,
            complete: row.complete,
            scheduled_at: row.scheduled_at,
            state: row.state,
            outcome: row.outcome,
            score: row.home_score.zip(row.away_score),
            winner: row.winner,
            by: row.by.unwrap_or(RuledBy::Staff),
        }))
    }

    /// A message that leads into the room; its text begins with the tournament and the match.
    pub fn written(&self, kind: &'static str, title: Text, body: &Text) -> Message {
        let (Text { th, en }, label) = (&self.tournament, self.label);
        Message {
            stream: Stream::Esports,
            kind,
            title,
            body: Text::new(format!("{th} คู่ที่ {label}: {}", body.th), format!("{en}, match {label}: {}", body.en)),
            href: Some(format!("/esport/match/{}", self.match_id)),
        }
    }

    /// None when it is news no more.
    fn message(&self, news: MatchNews) -> Option<Message> {
        let (home, away) = (&self.home, &self.away);
        Some(match news {
            MatchNews::Decided if self.state != MatchState::Decided => return None,
            MatchNews::Decided => {
                let by = match self.by {
                    RuledBy::Sides => Text::new("ทั้งสองฝ่ายส่งผลตรงกัน", "Both sides reported the same."),
                    RuledBy::Time => Text::new("ยืนยันเมื่อหมดเวลาโต้แย้ง", "It was not contested in time, so it stands."),
                    RuledBy::Staff => Text::new("ผู้จัดการแข่งขันเป็นผู้ตัดสิน", "The promoter decided it."),
                };
                let result = self.result();
                let body = Text::new(format!("{} {}", result.th, by.th), format!("{} {}", result.en, by.en));
                self.written("match_decided", Text::new("แมตช์ของคุณมีผลแล้ว", "Your match has a result"), &body)
            }
            MatchNews::Reset => self.written(
                "match_reset",
                Text::new("ล้างผลแมตช์ของคุณแล้ว", "Your match result was cleared"),
                &Text::new(
                    format!("ผลและรายงานของ “{home}” พบ “{away}” ไม่นับแล้ว กรุณาดูในห้องแข่ง"),
                    format!("The reports and the result of “{home}” against “{away}” no longer count. Please check the match room."),
                ),
            ),
            MatchNews::Sides if !self.complete => self.written(
                "match_sides",
                Text::new("คู่แข่งในแมตช์ของคุณเปลี่ยน", "The sides of your match changed"),
                &Text::new(
                    "ผลของแมตช์ก่อนหน้าถูกแก้ไข จึงยังไม่รู้คู่แข่ง เวลาที่นัดไว้ไม่นับแล้ว",
                    "The result of an earlier match was corrected, so your opponent is not known yet. Any agreed time no longer applies.",
                ),
            ),
            MatchNews::Sides => self.written(
                "match_sides",
                Text::new("คู่แข่งในแมตช์ของคุณเปลี่ยน", "The sides of your match changed"),
                &Text::new(format!("ตอนนี้คือ “{home}” พบ “{away}”"), format!("The match is now “{home}” against “{away}”.")),
            ),
            MatchNews::Ready if !self.complete || self.state.is_over() => return None,
            MatchNews::Ready => {
                let next = self.scheduled_at.map(moment).map_or_else(
                    || Text::new("ตกลงเวลาแข่งกันในห้องแข่ง", "Agree on a time in the match room."),
                    |at| Text::new(format!("แข่ง {}", at.th), format!("You play on {}.", at.en)),
                );
                self.written(
                    "match_ready",
                    Text::new("รู้คู่แข่งแมตช์ถัดไปแล้ว", "Your next opponent is known"),
                    &Text::new(
                        format!("“{home}” พบ “{away}” {}", next.th),
                        format!("“{home}” meets “{away}”. {}", next.en),
                    ),
                )
            }
        })
    }

    fn result(&self) -> Text {
        let (home, away) = (&self.home, &self.away);
        match (self.outcome, self.winner, self.score) {
            (Some(MatchOutcome::Played), _, Some((ours, theirs))) => {
                let line = format!("“{home}” {ours}–{theirs} “{away}”");
                Text::new(line.clone(), format!("{line}."))
            }
            (Some(MatchOutcome::Walkover), Some(winner), _) => {
                let name = if winner == MatchSide::Home { home } else { away };
                Text::new(format!("“{name}” ชนะบาย"), format!("Walkover for “{name}”."))
            }
            _ => Text::new(format!("“{home}” และ “{away}” แพ้ทั้งคู่"), format!("Double forfeit of “{home}” and “{away}”.")),
        }
    }
}
