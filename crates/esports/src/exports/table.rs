//! A table to export: its head, then batches of rows. Each batch is a separate query that goes on where the previous one ended. A slow
//! reader thus holds neither a connection nor a snapshot, and memory holds one batch.

use manao_domain::tournament::Format;
use sqlx::PgPool;

use super::cell::Row;
use super::{maps, matches, players};
use manao_kernel::problem::{Lang, Problem};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Players,
    Matches,
}

/// A table of one tournament's stages of one format.
#[derive(Clone, Copy)]
pub struct Table {
    pub kind: Kind,
    pub tournament_id: i64,
    pub format: Format,
    pub lang: Lang,
}

/// The start of the next batch.
#[derive(Clone, Copy)]
pub enum BatchStart {
    Head,
    Entrant(i64),
    Match(matches::After),
    Map(maps::After),
}

impl Table {
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Players => self.lang.pick("รายชื่อผู้เล่น", "Players"),
            Kind::Matches => self.lang.pick("ตารางแข่ง", "Matches"),
        }
    }

    /// Returns a stable word, for the log and for file names in ASCII.
    pub fn word(&self) -> &'static str {
        match self.kind {
            Kind::Players => "players",
            Kind::Matches => "matches",
        }
    }

    /// Returns the number of rows without the head.
    pub async fn count(&self, db: &PgPool) -> Result<i64, sqlx::Error> {
        match self.kind {
            Kind::Players => players::count(db, self.tournament_id, self.format).await,
            Kind::Matches if self.format.rules().has_heats() => maps::count(db, self.tournament_id).await,
            Kind::Matches => matches::count(db, self.tournament_id, self.format).await,
        }
    }

    /// Returns the batch that starts there, and the start of the next one; None at the end.
    pub async fn batch(&self, db: &PgPool, place: BatchStart) -> Result<Option<(Vec<Row>, BatchStart)>, Problem> {
        let Self { tournament_id, format, lang, kind } = *self;
        let first = match kind {
            Kind::Players => (vec![players::head(lang)], BatchStart::Entrant(0)),
            Kind::Matches if format.rules().has_heats() => (vec![maps::head(lang)], BatchStart::Map((0, 0, 0))),
            Kind::Matches => (vec![matches::head(lang)], BatchStart::Match((0, -1))),
        };
        match place {
            BatchStart::Head => Ok(Some(first)),
            BatchStart::Entrant(after) => {
                let batch = players::batch(db, tournament_id, format, after, lang).await?;
                Ok(batch.map(|(rows, last)| (rows, BatchStart::Entrant(last))))
            }
            BatchStart::Match(after) => {
                let batch = matches::batch(db, tournament_id, format, after, lang).await?;
                Ok(batch.map(|(rows, last)| (rows, BatchStart::Match(last))))
            }
            BatchStart::Map(after) => {
                let batch = maps::batch(db, tournament_id, after, lang).await?;
                Ok(batch.map(|(rows, last)| (rows, BatchStart::Map(last))))
            }
        }
    }
}
