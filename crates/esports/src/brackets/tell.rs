//! Notifies each entrant's players of their first match, in a job and in batches, since there may be thousands.

use crate::pages::TOURNAMENT_TAB;
use manao_domain::bracket::Slot;
use serde::{Deserialize, Serialize};

use super::layout;
use super::store::{MatchRow, Stage};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// People notified in one change.
const BATCH: i64 = 500;

#[derive(Debug, Serialize, Deserialize)]
pub struct TellDraw {
    tournament_id: i64,
    stage: i32,
    /// Identifies this occasion
    occasion: i64,
    /// The entrants to notify; None for all
    entrants: Option<Vec<i64>>,
}

/// Queues the notices for after the commit.
pub async fn draw(change: &mut Change, stage: &Stage, entrants: Option<Vec<i64>>) -> Result<(), Problem> {
    let occasion = change.now().timestamp_micros();
    let job = TellDraw { tournament_id: stage.tournament_id, stage: stage.stage, occasion, entrants };
    sqlx::query!(
        "insert into esports.tournament_notices (tournament_id, kind, version) values ($1, $2, $3) on conflict do nothing",
        stage.tournament_id,
        job.kind(),
        occasion
    )
    .execute(change.conn())
    .await?;
    change.job(&job, JobOptions::default()).await
}

impl Job for TellDraw {
    const NAME: &'static str = "brackets.tell";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let (stage, name) = {
            let mut conn = app.db.acquire().await?;
            let stage = Stage::load(&mut conn, self.tournament_id, self.stage).await?;
            let name = sqlx::query!("select name_th, name_en from esports.tournaments where id = $1", self.tournament_id)
                .fetch_one(&mut *conn)
                .await?;
            (stage, Text::new(name.name_th, name.name_en))
        };
        let firsts = FirstMatches::new(&stage);
        while self.batch(&app, &stage, &name, &firsts).await? {}
        Ok(())
    }
}

impl TellDraw {
    fn kind(&self) -> String {
        format!("bracket_{}", self.stage)
    }

    /// Notifies one batch, and returns whether there may be more. Progress is stored with the notices, so a second run goes on from
    /// there.
    async fn batch(&self, app: &App, stage: &Stage, name: &Text, firsts: &FirstMatches) -> Result<bool, Problem> {
        let mut change = app.change().await?;
        let after = sqlx::query_scalar!(
            "select after_user_id from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3 for update",
            self.tournament_id,
            self.kind(),
            self.occasion
        )
        .fetch_optional(change.conn())
        .await?;
        let Some(after) = after else { return Ok(false) };
        let people = sqlx::query!(
            "select p.user_id, p.entrant_id from esports.entrant_players p
             where p.tournament_id = $1 and p.active and p.left_at is null and p.user_id > $2
               and p.entrant_id = any($4) order by p.user_id limit $3",
            self.tournament_id,
            after,
            BATCH,
            &self.entrants.clone().unwrap_or_else(|| stage.order())
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = people.last().map(|person| person.user_id) else {
            sqlx::query!(
                "delete from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3",
                self.tournament_id,
                self.kind(),
                self.occasion
            )
            .execute(change.conn())
            .await?;
            change.commit().await?;
            return Ok(false);
        };
        sqlx::query!(
            "update esports.tournament_notices set after_user_id = $4 where tournament_id = $1 and kind = $2 and version = $3",
            self.tournament_id,
            self.kind(),
            self.occasion,
            last
        )
        .execute(change.conn())
        .await?;
        let told = people.iter().filter_map(|person| {
            let first = firsts.words(stage, person.entrant_id)?;
            Some((person.user_id, message(stage, name, first)))
        });
        inbox::write_each(&mut change, Stream::Esports, &told.collect::<Vec<_>>()).await?;
        change.commit().await?;
        Ok(true)
    }
}

/// The first match of each entrant, by its place in the order of seeds.
struct FirstMatches(Vec<Option<usize>>);

impl FirstMatches {
    fn new(stage: &Stage) -> Self {
        let mut firsts = vec![None; stage.entrants.len()];
        let mut found = |at: usize, id: i64| {
            if let Some(first) = stage.index.get(&id).and_then(|who| firsts.get_mut(usize::from(*who))) {
                *first = first.or(Some(at));
            }
        };
        if stage.settings.format.rules().has_heats() {
            let heats = layout::heats(&stage.settings, stage.lobby, &stage.arrangement());
            for (at, heat) in heats.iter().flatten().enumerate() {
                heat.iter().for_each(|who| found(at, stage.id_of(*who)));
            }
        }
        for (at, row) in stage.matches.iter().enumerate() {
            if row.course.state.is_listed() {
                [row.course.home_id, row.course.away_id].into_iter().flatten().for_each(|id| found(at, id));
            }
        }
        Self(firsts)
    }

    fn words(&self, stage: &Stage, entrant_id: i64) -> Option<Text> {
        let first = *self.0.get(usize::from(*stage.index.get(&entrant_id)?))?;
        let entrant = stage.name_of(entrant_id)?;
        let row = &stage.matches[first?];
        Some(words(stage, (first?, row), (entrant_id, entrant)))
    }
}

fn words(stage: &Stage, (at, row): (usize, &MatchRow), (entrant_id, entrant): (i64, &str)) -> Text {
    let label = row.label.unwrap_or(row.number);
    let group = row.group.map(group_name).unwrap_or_default();
    if stage.settings.format.rules().has_heats() {
        return Text::new(
            format!("“{entrant}” อยู่กลุ่ม {group} ฮีต {}", row.number),
            format!("“{entrant}” plays in group {group}, heat {}.", row.number),
        );
    }
    let home = row.course.home_id == Some(entrant_id);
    let opponent = if home { row.course.away_id } else { row.course.home_id };
    let (in_group_th, in_group_en) = match row.group {
        Some(_) => (format!("อยู่กลุ่ม {group} "), format!(" in group {group}")),
        None => (String::new(), String::new()),
    };
    if let Some(opponent) = opponent.and_then(|id| stage.name_of(id)) {
        return Text::new(
            format!("“{entrant}” {in_group_th}พบ “{opponent}” ในคู่ที่ {label}"),
            format!("“{entrant}” meets “{opponent}”{in_group_en} in match {label}."),
        );
    }
    let awaited = stage.drawn.get(at).map(|drawn| if home { drawn.away } else { drawn.home });
    let from = match awaited {
        Some(Slot::WinnerOf(at) | Slot::LoserOf(at)) => stage.matches.get(at).and_then(|row| row.label),
        Some(Slot::Entrant(_) | Slot::Bye) | None => None,
    };
    match from {
        Some(from) => Text::new(
            format!("“{entrant}” ชนะผ่าน (บาย) และจะพบผู้ชนะคู่ที่ {from} ในคู่ที่ {label}"),
            format!("“{entrant}” has a bye and meets the winner of match {from} in match {label}."),
        ),
        None => Text::new(
            format!("“{entrant}” ชนะผ่าน (บาย) และจะเริ่มแข่งในคู่ที่ {label}"),
            format!("“{entrant}” has a bye and starts in match {label}."),
        ),
    }
}

/// Returns the letter of a group; AA follows Z.
pub fn group_name(group: i32) -> String {
    let mut rest = u32::try_from(group - 1).unwrap_or_default();
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        match (rest / 26).checked_sub(1) {
            Some(more) => rest = more,
            None => return letters.into_iter().rev().collect(),
        }
    }
}

fn message(stage: &Stage, name: &Text, first: Text) -> Message {
    let tab = stage.settings.format.rules().tab();
    Message {
        stream: Stream::Esports,
        kind: "bracket_published",
        title: Text::new("ประกาศสายการแข่งขันแล้ว", "The bracket has been published"),
        body: Text::new(format!("{}: {}", name.th, first.th), format!("{}: {}", name.en, first.en)),
        href: Some(TOURNAMENT_TAB.address([&stage.tournament_id, &tab])),
        subject: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_letters() {
        let names: Vec<String> = [1, 2, 26, 27, 52, 53, 703].into_iter().map(group_name).collect();
        assert_eq!(names, ["A", "B", "Z", "AA", "AZ", "BA", "AAA"]);
    }
}
