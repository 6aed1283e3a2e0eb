//! The steps of an order as its customer sees them, each with its time to the second: created, code shown, paid, sent to the partner, delivered
//! — or how it went wrong.

use chrono::{DateTime, Utc};
use serde::Serialize;

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = OrderStepKind))]
    StepKind {
        Created = "created",
        CodeShown = "code_shown",
        Paid = "paid",
        Sent = "sent",
        Delivered = "delivered",
        /// Not paid in time.
        Expired = "expired",
        /// The customer cancelled it unpaid.
        Cancelled = "cancelled",
        /// The payment attempt failed.
        Failed = "failed",
        /// Paid, but a line cannot be delivered: staff are handling it.
        Repair = "repair",
        /// The buyer decided what becomes of a line that could not be delivered.
        Corrected = "corrected",
        /// The payer's bank is asking for the money back, or has it.
        Disputed = "disputed",
        /// Money went back to the payer.
        Refunded = "refunded",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = OrderStepState))]
    StepState {
        Done = "done",
        /// The step that is pending now.
        Current = "current",
        Todo = "todo",
        Failed = "failed",
    }
}

/// One step of an order's timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = OrderStep))]
pub struct Step {
    pub step: StepKind,
    /// Time at which it was reached
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    pub state: StepState,
}

/// The known facts of an order, in whatever sequence they arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineFacts {
    pub created_at: DateTime<Utc>,
    /// Time of the latest code.
    pub code_shown_at: Option<DateTime<Utc>>,
    pub paid_at: Option<DateTime<Utc>>,
    /// Time of the first line's first sending.
    pub sent_at: Option<DateTime<Utc>>,
    /// Time of the last line's delivery, once every line is delivered.
    pub delivered_at: Option<DateTime<Utc>>,
    pub expired_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Time at which the latest payment attempt failed; only if none is live.
    pub payment_failed_at: Option<DateTime<Utc>>,
    /// Time from which a line waits for staff, or was closed by them.
    pub repair_at: Option<DateTime<Utc>>,
    /// Time at which the buyer last corrected a line.
    pub corrected_at: Option<DateTime<Utc>>,
    /// Time at which a dispute was opened that is not won.
    pub disputed_at: Option<DateTime<Utc>>,
    /// Time at which some or all of the money last went back.
    pub refunded_at: Option<DateTime<Utc>>,
}

impl TimelineFacts {
    pub const fn new(created_at: DateTime<Utc>) -> TimelineFacts {
        TimelineFacts {
            created_at,
            code_shown_at: None,
            paid_at: None,
            sent_at: None,
            delivered_at: None,
            expired_at: None,
            cancelled_at: None,
            payment_failed_at: None,
            repair_at: None,
            corrected_at: None,
            disputed_at: None,
            refunded_at: None,
        }
    }
}

/// Returns the steps in their normal order. Money outweighs an expiry (a late payment is shown as paid), a delivery outweighs a repair.
pub fn timeline(facts: &TimelineFacts) -> Vec<Step> {
    let done = |step, at| Step { step, at: Some(at), state: StepState::Done };
    let failed = |step, at| Step { step, at: Some(at), state: StepState::Failed };

    let mut steps = vec![done(StepKind::Created, facts.created_at)];
    if facts.paid_at.is_none() {
        let end = (facts.cancelled_at.map(|at| failed(StepKind::Cancelled, at)))
            .or(facts.expired_at.map(|at| failed(StepKind::Expired, at)))
            .or(facts.payment_failed_at.map(|at| failed(StepKind::Failed, at)));
        if let Some(end) = end {
            steps.extend(facts.code_shown_at.map(|at| done(StepKind::CodeShown, at)));
            steps.push(end);
            return steps;
        }
    }
    let repair = facts.repair_at.filter(|_| facts.paid_at.is_some() && facts.delivered_at.is_none());
    let road = [
        (StepKind::CodeShown, facts.code_shown_at),
        (StepKind::Paid, facts.paid_at),
        (StepKind::Sent, facts.sent_at),
        (StepKind::Delivered, facts.delivered_at),
    ];
    // A later step that was reached outweighs an earlier one without a time: the earlier one was skipped (a code of ours is never sent anywhere)
    // and is left out.
    let reached = road.iter().rposition(|(_, at)| at.is_some());
    let next = reached.map_or(0, |index| index + 1);
    for (index, (step, at)) in road.into_iter().enumerate() {
        match at {
            Some(at) => steps.push(done(step, at)),
            None if index < next || repair.is_some() => {}
            None => {
                let state = if index == next { StepState::Current } else { StepState::Todo };
                steps.push(Step { step, at: None, state });
            }
        }
    }
    let corrected = facts.corrected_at.filter(|_| facts.paid_at.is_some()).map(|at| done(StepKind::Corrected, at));
    match repair {
        Some(at) => {
            steps.push(failed(StepKind::Repair, at));
            steps.extend(corrected);
        }
        // It is on its way again, or there.
        None => {
            let last = steps.iter().position(|step| step.step == StepKind::Delivered).unwrap_or(steps.len());
            steps.splice(last..last, corrected);
        }
    }
    steps.extend(facts.disputed_at.map(|at| failed(StepKind::Disputed, at)));
    steps.extend(facts.refunded_at.map(|at| done(StepKind::Refunded, at)));
    steps
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(second)
    }

    /// Returns `created:0 code_shown…`: name, second, and a mark. No mark means done, `>` current, `.` still to come, `!` failed.
    fn written(facts: &TimelineFacts) -> String {
        let step = |step: &Step| {
            let second = step.at.map_or(String::new(), |at| format!(":{}", at.timestamp()));
            let mark = match step.state {
                StepState::Done => "",
                StepState::Current => ">",
                StepState::Todo => ".",
                StepState::Failed => "!",
            };
            format!("{mark}{}{second}", step.step)
        };
        timeline(facts).iter().map(step).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_road() {
        let new = TimelineFacts::new(at(0));
        let shown = TimelineFacts { code_shown_at: Some(at(1)), ..new };
        let paid = TimelineFacts { paid_at: Some(at(20)), ..shown };
        let sent = TimelineFacts { sent_at: Some(at(21)), ..paid };
        let repair = TimelineFacts { repair_at: Some(at(30)), ..sent };
        for (facts, expected) in [
            (new, "created:0 >code_shown .paid .sent .delivered"),
            (shown, "created:0 code_shown:1 >paid .sent .delivered"),
            (paid, "created:0 code_shown:1 paid:20 >sent .delivered"),
            (sent, "created:0 code_shown:1 paid:20 sent:21 >delivered"),
            (TimelineFacts { delivered_at: Some(at(25)), ..sent }, "created:0 code_shown:1 paid:20 sent:21 delivered:25"),
            (TimelineFacts { delivered_at: Some(at(25)), ..paid }, "created:0 code_shown:1 paid:20 delivered:25"),
            (TimelineFacts { paid_at: Some(at(2)), ..new }, "created:0 paid:2 >sent .delivered"),
            // unpaid ends
            (TimelineFacts { expired_at: Some(at(1_800)), ..new }, "created:0 !expired:1800"),
            (TimelineFacts { expired_at: Some(at(1_800)), ..shown }, "created:0 code_shown:1 !expired:1800"),
            (TimelineFacts { cancelled_at: Some(at(60)), ..shown }, "created:0 code_shown:1 !cancelled:60"),
            (TimelineFacts { payment_failed_at: Some(at(9)), cancelled_at: Some(at(10)), ..new }, "created:0 !cancelled:10"),
            (TimelineFacts { payment_failed_at: Some(at(9)), ..shown }, "created:0 code_shown:1 !failed:9"),
            (TimelineFacts { payment_failed_at: Some(at(9)), expired_at: Some(at(10)), ..new }, "created:0 !expired:10"),
            // late money
            (TimelineFacts { cancelled_at: Some(at(10)), ..paid }, "created:0 code_shown:1 paid:20 >sent .delivered"),
            // repair
            (repair, "created:0 code_shown:1 paid:20 sent:21 !repair:30"),
            (TimelineFacts { repair_at: Some(at(30)), ..paid }, "created:0 code_shown:1 paid:20 !repair:30"),
            (TimelineFacts { delivered_at: Some(at(40)), ..repair }, "created:0 code_shown:1 paid:20 sent:21 delivered:40"),
            // the buyer decided
            (
                TimelineFacts { corrected_at: Some(at(35)), ..repair },
                "created:0 code_shown:1 paid:20 sent:21 !repair:30 corrected:35",
            ),
            (
                TimelineFacts { corrected_at: Some(at(35)), delivered_at: Some(at(40)), ..repair },
                "created:0 code_shown:1 paid:20 sent:21 corrected:35 delivered:40",
            ),
            (
                TimelineFacts { corrected_at: Some(at(35)), ..sent },
                "created:0 code_shown:1 paid:20 sent:21 corrected:35 >delivered",
            ),
            (TimelineFacts { corrected_at: Some(at(35)), ..shown }, "created:0 code_shown:1 >paid .sent .delivered"),
            // money that went back
            (
                TimelineFacts { refunded_at: Some(at(50)), ..repair },
                "created:0 code_shown:1 paid:20 sent:21 !repair:30 refunded:50",
            ),
            (
                TimelineFacts { delivered_at: Some(at(25)), disputed_at: Some(at(60)), refunded_at: Some(at(50)), ..sent },
                "created:0 code_shown:1 paid:20 sent:21 delivered:25 !disputed:60 refunded:50",
            ),
            (TimelineFacts { repair_at: Some(at(30)), ..shown }, "created:0 code_shown:1 >paid .sent .delivered"),
        ] {
            assert_eq!(written(&facts), expected, "{facts:?}");
        }
    }

    #[test]
    fn a_step_is_written_as_the_page_reads_it() {
        let json = serde_json::to_value(timeline(&TimelineFacts::new(at(0)))).unwrap();
        assert_eq!(json[0], serde_json::json!({"step": "created", "at": "1970-01-01T00:00:00Z", "state": "done"}));
        assert_eq!(json[1], serde_json::json!({"step": "code_shown", "state": "current"}));
    }

    proptest! {
        /// For any facts, the timeline begins with `created`, has at most one pending step, and no step twice.
        #[test]
        fn always_readable(times in prop::array::uniform11(prop::option::of(0i64..100))) {
            let [code, paid, sent, delivered, expired, cancelled, failed, repair, corrected, disputed, refunded] = times.map(|time| time.map(at));
            let facts = TimelineFacts {
                created_at: at(0), code_shown_at: code, paid_at: paid, sent_at: sent, delivered_at: delivered,
                expired_at: expired, cancelled_at: cancelled, payment_failed_at: failed, repair_at: repair,
                corrected_at: corrected, disputed_at: disputed, refunded_at: refunded,
            };
            let steps = timeline(&facts);
            prop_assert_eq!(steps[0].step, StepKind::Created);
            prop_assert!(steps.iter().filter(|step| step.state == StepState::Current).count() <= 1);
            for step in &steps {
                prop_assert_eq!(steps.iter().filter(|other| other.step == step.step).count(), 1);
                prop_assert_eq!(step.at.is_some(), matches!(step.state, StepState::Done | StepState::Failed));
            }
        }
    }
}
