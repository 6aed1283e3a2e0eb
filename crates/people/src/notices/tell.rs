//! The job that sends some notices. Each sending is recorded first, so that nobody is notified twice.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::Result;
use futures_util::StreamExt as _;
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};

use super::news::{NoticeItem, Notification};
use super::settings::MailChoice;
use super::store::{self, Reader, Target};
use super::subscriptions;
use crate::mail::{self, Kind};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::providers::push::{PushMessage, Pushed};

/// Messages being sent at once in one job.
const AT_ONCE: usize = 16;
/// Tries after which a push is given up (about an hour).
const TRIES: u32 = 7;
const FIRST_PAUSE: u64 = 10;
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// How long a push service stores it for a device that is off.
const GOOD_FOR: Duration = Duration::from_secs(86_400);
/// How long a push service stores it when it is urgent, as when a match starts.
const SOON_GOOD_FOR: Duration = Duration::from_secs(3600);

/// A notice for one person: one message, or several.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Notice {
    pub user_id: i64,
    pub messages: Vec<i64>,
    pub urgent: bool,
    /// Whether it is the shop's; those are not mailed
    #[serde(default)]
    pub of_shop: bool,
}

#[derive(Serialize, Deserialize)]
pub struct TellNotices {
    pub notices: Vec<Notice>,
    pub tries: u32,
}

/// Notices run one after another, so a slow push service occupies one worker and leaves the others to jobs that move money.
pub fn options(when: JobOptions) -> JobOptions {
    JobOptions { queue: Some("notices".to_owned()), ..when }
}

text_enum! {
    /// Outcome of a push, for the metrics.
    Outcome {
        Taken = "taken",
        Gone = "gone",
        Later = "later",
        Refused = "refused",
        GivenUp = "given_up",
    }
}

/// A push to one browser, and its outcome.
struct SentPush {
    notice: usize,
    subscription_id: i64,
    pushed: Pushed,
}

impl Job for TellNotices {
    const NAME: &'static str = "notices.tell";

    async fn run(self, app: App) -> Result<()> {
        let ids: Vec<i64> = self.notices.iter().flat_map(|notice| notice.messages.iter().copied()).collect();
        let mut messages = store::unread(&app, &ids).await?;
        let readers = store::readers(&app.db, &self.people()).await?;
        // Messages that were read in the meantime are left out.
        let notices: Vec<(&Notice, &Reader, Notification)> = self
            .notices
            .iter()
            .filter_map(|notice| {
                let reader = readers.get(&notice.user_id)?;
                let told = notice.messages.iter().filter_map(|id| messages.remove(id)).collect();
                Some((notice, reader, Notification::new(told, notice.of_shop, reader.language)?))
            })
            .collect();
        let targets = self.claim(&app, &notices).await?;
        let sent = push(&app, &notices, targets).await;
        self.conclude(&app, &notices, sent).await
    }
}

impl TellNotices {
    fn people(&self) -> Vec<i64> {
        self.notices.iter().map(|notice| notice.user_id).collect()
    }

    /// Returns the browsers to push to, each with its notice: those that nothing was sent to yet.
    async fn claim(&self, app: &App, notices: &[(&Notice, &Reader, Notification)]) -> Result<Vec<(usize, Target)>> {
        let people: Vec<i64> = notices.iter().filter(|(_, reader, _)| reader.push).map(|(notice, ..)| notice.user_id).collect();
        let targets = store::targets(&app.db, &people).await?;
        let mut pairs: Vec<(usize, Target)> = Vec::new();
        for (index, (notice, ..)) in notices.iter().enumerate() {
            pairs.extend(targets.iter().filter(|target| target.user_id == notice.user_id).map(|target| (index, target.clone())));
        }
        let wanted = pairs
            .iter()
            .flat_map(|(index, target)| notices[*index].2.told.iter().map(move |message| (message.id, target.subscription_id)));
        let claimed = store::claim_pushes(&app.db, wanted.collect(), app.now()).await?;
        let is_claimed = |index: usize, subscription_id: i64| {
            notices[index].2.told.iter().any(|message| claimed.contains(&(message.id, subscription_id)))
        };
        pairs.retain(|(index, target)| is_claimed(*index, target.subscription_id));
        Ok(pairs)
    }

    async fn conclude(&self, app: &App, notices: &[(&Notice, &Reader, Notification)], sent: Vec<SentPush>) -> Result<()> {
        let mut change = app.change().await?;
        let mut outcomes = Outcomes::default();
        for sent in sent {
            outcomes.take(sent, self.tries + 1 >= TRIES, notices);
        }
        store::conclude(&mut change, &outcomes.taken, &outcomes.refused, &outcomes.gone, &outcomes.unsent).await?;
        for (index, (_, reader, news)) in notices.iter().enumerate().filter(|(_, (notice, ..))| !notice.of_shop) {
            let waits = outcomes.again.contains_key(&index);
            by_mail(&mut change, reader, news, waits).await?;
        }
        self.again(&mut change, notices, &outcomes).await?;
        change.commit().await?;
        Ok(())
    }

    /// Queues jobs for the notices to send again. They are grouped by pause, so that a push service that asks for a long one does not delay the
    /// others.
    async fn again(&self, change: &mut Change, notices: &[(&Notice, &Reader, Notification)], outcomes: &Outcomes) -> Result<()> {
        let pause = Duration::from_secs(FIRST_PAUSE * 3_u64.pow(self.tries.min(8)));
        let mut waits: BTreeMap<Duration, Vec<Notice>> = BTreeMap::new();
        for (index, asked) in &outcomes.again {
            waits.entry(pause.max(*asked).min(LONGEST_PAUSE)).or_default().push(notices[*index].0.clone());
        }
        for (wait, notices) in waits {
            let at = change.now() + wait;
            change.job(&TellNotices { notices, tries: self.tries + 1 }, options(JobOptions::at(at))).await?;
        }
        Ok(())
    }
}

async fn push(app: &App, notices: &[(&Notice, &Reader, Notification)], targets: Vec<(usize, Target)>) -> Vec<SentPush> {
    let services = app.push.clone();
    let key = subscriptions::key(app, &services).await;
    if let Err(error) = &key {
        tracing::warn!(error = format!("{error:#}"), "no key to sign Web Push with");
    }
    let key = key.ok();
    let sending = targets.into_iter().map(|(index, target)| {
        let (notice, _, news) = &notices[index];
        let services = services.clone();
        async move {
            let good_for = if notice.urgent { SOON_GOOD_FOR } else { GOOD_FOR };
            let payload = news.payload();
            let message = PushMessage { text: &payload, topic: &news.tag, good_for, urgent: notice.urgent };
            let pushed = match key {
                Some(key) => services.send(key, &target.browser(), message).await,
                None => Pushed::Later(None),
            };
            SentPush { notice: index, subscription_id: target.subscription_id, pushed }
        }
    });
    let sending: Vec<_> = sending.collect();
    futures_util::stream::iter(sending).buffer_unordered(AT_ONCE).collect().await
}

/// Mails readers who chose mail always, or who chose it instead of pushes and no push was accepted.
async fn by_mail(change: &mut Change, reader: &Reader, news: &Notification, push_waits: bool) -> Result<()> {
    let wanted = match reader.mail {
        MailChoice::Off => false,
        MailChoice::Always => true,
        MailChoice::Instead => !push_waits && !store::was_pushed(change, news).await?,
    };
    if !wanted || !store::claim_mail(change, news).await? {
        return Ok(());
    }
    let thing = news.tag.clone();
    mail::tell(change, reader.user_id, Kind::TournamentNews, &thing, |lang| news.letter(lang)).await?;
    count("mail", "written");
    Ok(())
}

#[derive(Default)]
struct Outcomes {
    taken: Vec<i64>,
    refused: Vec<i64>,
    gone: Vec<i64>,
    /// Message and subscription of each push that was not accepted
    unsent: BTreeSet<(i64, i64)>,
    /// Notices to send again, and how long their push services ask to wait
    again: BTreeMap<usize, Duration>,
}

impl Outcomes {
    fn take(&mut self, sent: SentPush, is_last: bool, notices: &[(&Notice, &Reader, Notification)]) {
        let outcome = match sent.pushed {
            Pushed::Taken => Outcome::Taken,
            Pushed::Gone => Outcome::Gone,
            Pushed::Refused(status) => {
                tracing::warn!(subscription = sent.subscription_id, status, "a push service refuses a message");
                Outcome::Refused
            }
            Pushed::Later(_) if is_last => Outcome::GivenUp,
            Pushed::Later(_) => Outcome::Later,
        };
        count("push", outcome.as_str());
        match outcome {
            Outcome::Taken => self.taken.push(sent.subscription_id),
            Outcome::Gone => self.gone.push(sent.subscription_id),
            Outcome::Refused | Outcome::GivenUp => self.refused.push(sent.subscription_id),
            Outcome::Later => {
                let Pushed::Later(asked) = sent.pushed else { return };
                let wait = self.again.entry(sent.notice).or_default();
                *wait = asked.unwrap_or_default().max(*wait);
            }
        }
        if outcome != Outcome::Taken {
            let told: &[NoticeItem] = &notices[sent.notice].2.told;
            self.unsent.extend(told.iter().map(|message| (message.id, sent.subscription_id)));
        }
    }
}

fn count(way: &'static str, outcome: &'static str) {
    metrics::counter!("manao_notices_total", "way" => way, "outcome" => outcome).increment(1);
}
