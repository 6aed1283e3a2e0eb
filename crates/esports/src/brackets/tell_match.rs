//! Notifies both sides of a match about a decision, in a job, because one decision may change many matches.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::room_state::{MatchNow, RuledBy};
use super::view::{MatchOutcome, MatchSide, MatchState};
use crate::pages::MATCH_ROOM;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::{Text, moment};
use manao_people::inbox::{self, Message, Stream, Subject, SubjectKind};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchNews {
    Decided,
    /// The result, or the reports, no longer count
    Reset,
    /// The sides are others now
    Sides,
    /// Both sides are known
    Ready,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct TellMatch {
    match_id: i64,
    tournament_id: i64,
    /// The room's version, so that each occasion is notified once
    occasion: i64,
    news: MatchNews,
}

/// Queues the notices for after the commit.
pub async fn later(change: &mut Change, news: &[(&MatchNow, MatchNews)]) -> Result<(), Problem> {
    for (now, news) in news {
        let job = TellMatch { match_id: now.match_id, tournament_id: now.tournament_id, occasion: now.version, news: *news };
        sqlx::query!(
            "insert into esports.tournament_notices (tournament_id, kind, version) values ($1, $2, $3) on conflict do nothing",
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
            "delete from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3",
            self.tournament_id,
            self.kind(),
            self.occasion
        )
        .execute(change.conn())
        .await?;
        if first.rows_affected() == 0 {
            return Ok(());
        }
        if let Some(told) = MatchTold::load(&mut change, self.match_id).await? {
            let people = people_by_side(&mut change, self.match_id).await?;
            let messages: Vec<(i64, Message)> = people
                .into_iter()
                .filter_map(|(user_id, side)| told.message(self.news, side).map(|message| (user_id, message)))
                .collect();
            if !messages.is_empty() {
                inbox::write_each(&mut change, Stream::Esports, &messages).await?;
            }
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

/// Returns the players of both sides, and those who act for them, as long as the entry counts.
pub async fn everybody(change: &mut Change, match_id: i64) -> Result<Vec<i64>, Problem> {
    Ok(people_by_side(change, match_id).await?.into_iter().map(|(user_id, _)| user_id).collect())
}

/// Returns the same people, each once, with their side.
async fn people_by_side(change: &mut Change, match_id: i64) -> Result<Vec<(i64, MatchSide)>, Problem> {
    let rows = sqlx::query!(
        r#"select distinct on (user_id) user_id as "user_id!", is_home as "is_home!" from (
             select p.user_id, p.entrant_id is not distinct from m.home_id as is_home
             from esports.matches m join esports.entrant_players p on p.entrant_id in (m.home_id, m.away_id)
             where m.id = $1 and p.active and p.left_at is null
             union all
             select case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end, e.id is not distinct from m.home_id
             from esports.matches m join esports.entrants e on e.id in (m.home_id, m.away_id)
             where m.id = $1 and e.active
               and (e.team_id is null or esports.acting_captain(e.team_id) is not null)) as people
           order by user_id, is_home desc"#,
        match_id
    )
    .fetch_all(change.conn())
    .await?;
    let side = |is_home| if is_home { MatchSide::Home } else { MatchSide::Away };
    Ok(rows.into_iter().map(|row| (row.user_id, side(row.is_home))).collect())
}

/// The contents of a message about a match.
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
    /// Loads the match; None while a side is not known.
    pub async fn load_complete(change: &mut Change, match_id: i64) -> Result<Option<Self>, Problem> {
        Ok(Self::load(change, match_id).await?.filter(|told| told.complete))
    }

    /// Loads the match. A side that is not known has no name.
    async fn load(change: &mut Change, match_id: i64) -> Result<Option<Self>, Problem> {
        let row = sqlx::query!(
            r#"select t.name_th, t.name_en, coalesce(m.label, m.number) as "label!", coalesce(h.name, '') as "home!", coalesce(a.name, '') as "away!",
                      h.id is not null and a.id is not null as "complete!", m.scheduled_at, m.state as "state: MatchState", m.outcome as "outcome: MatchOutcome", m.home_score, m.away_score,
                      m.winner_side as "winner: MatchSide", m.decided_by as "by: RuledBy"
               from esports.matches m join esports.tournaments t on t.id = m.tournament_id left join esports.entrants h on h.id = m.home_id
               left join esports.entrants a on a.id = m.away_id where m.id = $1"#,
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

    /// Returns a message with a link to the room; its text begins with the tournament and the match.
    pub fn written(&self, kind: &'static str, title: Text, body: &Text) -> Message {
        let (Text { th, en }, label) = (&self.tournament, self.label);
        Message {
            stream: Stream::Esports,
            kind,
            title,
            body: Text::new(format!("{th} คู่ที่ {label}: {}", body.th), format!("{en}, match {label}: {}", body.en)),
            href: Some(MATCH_ROOM.address([&self.match_id])),
            subject: Some(Subject::new(SubjectKind::Match, self.match_id)),
        }
    }

    /// Returns the message for the readers of one side; None when the news is stale.
    fn message(&self, news: MatchNews, reader: MatchSide) -> Option<Message> {
        let (home, away) = (&self.home, &self.away);
        Some(match news {
            MatchNews::Decided if self.state != MatchState::Decided => return None,
            MatchNews::Decided => {
                let by = match self.by {
                    RuledBy::Sides => Text::new("ทั้งสองฝ่ายส่งผลตรงกัน", "Both sides reported the same."),
                    RuledBy::Time => Text::new("ยืนยันเมื่อหมดเวลาโต้แย้ง", "Not contested in time: the result stands."),
                    RuledBy::Staff => Text::new("ยืนยันผลโดยผู้จัด", "Confirmed by the organizer."),
                };
                let result = self.result();
                let body = Text::new(format!("{} {}", result.th, by.th), format!("{} {}", result.en, by.en));
                self.written("match_decided", self.result_title(reader), &body)
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
                    "ผลของแมตช์ก่อนหน้าถูกแก้ไข จึงยังไม่ทราบคู่แข่ง เวลาที่นัดไว้ไม่นับแล้ว",
                    "The result of an earlier match was corrected, so your opponent is not known yet. Any agreed time no longer applies.",
                ),
            ),
            MatchNews::Sides => self.written(
                "match_sides",
                Text::new("คู่แข่งในแมตช์ของคุณเปลี่ยน", "The sides of your match changed"),
                &Text::new(format!("ตอนนี้คือ “{home}” พบ “{away}”"), format!("The match is now “{home}” against “{away}”.")),
            ),
            MatchNews::Ready if !self.complete || self.state.is_settled() => return None,
            MatchNews::Ready => {
                let next = self.scheduled_at.map(moment).map_or_else(
                    || Text::new("ตกลงเวลาแข่งกันในห้องแข่ง", "Agree on a time in the match room."),
                    |at| Text::new(format!("แข่ง {}", at.th), format!("You play on {}.", at.en)),
                );
                let opponent = if reader == MatchSide::Home { away } else { home };
                self.written(
                    "match_ready",
                    Text::new(format!("คู่แข่งแมตช์ถัดไป: {opponent}"), format!("Your next opponent: {opponent}")),
                    &Text::new(
                        format!("“{home}” พบ “{away}” {}", next.th),
                        format!("“{home}” meets “{away}”. {}", next.en),
                    ),
                )
            }
        })
    }

    /// Returns the result as the reader sees it, with the reader's score first.
    fn result_title(&self, reader: MatchSide) -> Text {
        let score = match (self.outcome, self.score) {
            (Some(MatchOutcome::Played), Some((home, away))) if reader == MatchSide::Home => format!(" {home}–{away}"),
            (Some(MatchOutcome::Played), Some((home, away))) => format!(" {away}–{home}"),
            _ => String::new(),
        };
        let (th, en) = match self.winner {
            Some(winner) if winner == reader => ("ชนะ", "you won"),
            Some(_) => ("แพ้", "you lost"),
            None if self.outcome == Some(MatchOutcome::Played) => ("เสมอ", "a draw"),
            None => ("แพ้ทั้งคู่", "double forfeit"),
        };
        Text::new(format!("ผลแมตช์ของคุณออกแล้ว: {th}{score}"), format!("Your match result: {en}{score}"))
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
