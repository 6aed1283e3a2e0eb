//! The description of each metric, and the counters of alarms at 0: a counter that appears with its first event is not seen to rise.

use manao_domain::delivery::FailureReason;
use manao_domain::refund::RefundState;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram};

use manao_kernel::jobs::{JobDefinition, PeriodicTask};
use manao_shop::providers::charges::Provider;

const COUNTERS: &[(&str, &str)] = &[
    ("manao_changes_rolled_back_total", "Captures and documents rolled back before their commit"),
    ("manao_channels_closed_total", "Payment channels that closed by themselves since their bank did not answer"),
    ("manao_charges_refused_total", "Charges that the payment provider refused to make"),
    ("manao_code_claims_total", "Claims that a code was already used, by decision"),
    ("manao_codes_duplicate_total", "Voucher codes that stood here before under another serial or product"),
    ("manao_codes_known_total", "Voucher codes delivered by a partner that somebody else has"),
    ("manao_deliveries_closed_delivered_total", "Lines that an operator gave up and the partner delivered after all"),
    ("manao_deliveries_late_total", "Paid lines that took longer than usual, by partner"),
    ("manao_deliveries_switched_total", "Lines that another partner took over, by partner and reason"),
    ("manao_deliveries_to_repair_total", "Lines that went to the repair queue, by reason"),
    ("manao_deliveries_twice_total", "Lines that a partner delivered after another had taken them over"),
    ("manao_jobs_total", "Jobs that ran, by task and outcome"),
    ("manao_line_corrections_total", "Lines that their buyer decided about, by choice"),
    ("manao_mails_total", "Mails, by kind and outcome"),
    ("manao_notices_total", "Messages told outside the page, by way and outcome"),
    ("manao_orders_total", "Orders placed"),
    ("manao_otps_total", "One-time codes, by purpose and outcome"),
    ("manao_outbox_published_total", "Events handed to the hub"),
    ("manao_pages_unrendered_total", "Pages that went out for the browser to fill, by reason"),
    ("manao_partner_calls_total", "Calls of the top-up partners, by partner and outcome"),
    ("manao_payment_mismatches_total", "Charges over another amount or currency than asked for"),
    ("manao_payments_returned_total", "Refunds, reversals and steps of disputes seen at the provider"),
    ("manao_payments_returned_early_total", "Charges paid and wholly paid back before the shop heard of either"),
    ("manao_payments_settled_total", "Payments that reached an end, by status"),
    ("manao_payments_surplus_total", "Second payments of an order"),
    ("manao_periodic_tasks_failed_total", "Runs of periodic tasks that failed, by task"),
    ("manao_refunds_total", "Refunds asked for at the provider that reached an end, by state"),
    ("manao_telecom_calls_total", "Calls of the telecom, by call and outcome"),
    ("manao_unmatched_charges_total", "Charges at the provider that are none of ours"),
    ("manao_uploads_too_slow_total", "Uploads ended because they were too slow"),
    ("manao_webhooks_total", "Webhooks and callbacks, by provider and outcome"),
];

const GAUGES: &[(&str, Unit, &str)] = &[
    ("manao_clock_skew_seconds", Unit::Seconds, "How far this machine's clock is ahead of the database's, in seconds"),
    ("manao_database_connections", Unit::Count, "Open connections to the database"),
    ("manao_database_connections_idle", Unit::Count, "Idle connections to the database"),
    ("manao_database_reached", Unit::Count, "1 when the database answered this look, else 0"),
    ("manao_deliveries_in_repair", Unit::Count, "Lines in the repair queue"),
    ("manao_jobs_due", Unit::Count, "Jobs whose time has come"),
    ("manao_jobs_given_up", Unit::Count, "Jobs that used up their tries"),
    ("manao_jobs_oldest_due_seconds", Unit::Seconds, "How long the oldest due job has waited, in seconds"),
    ("manao_ledger_claim_satang", Unit::Count, "What providers took beyond what was paid, in satang"),
    ("manao_ledger_differing_charges", Unit::Count, "Charges about which the provider and the books differ"),
    ("manao_ledger_open_refunds", Unit::Count, "Orders with money owed back or gone back unowed"),
    ("manao_ledger_owed_back_satang", Unit::Count, "What buyers are owed back, in satang"),
    ("manao_ledger_receivable_satang", Unit::Count, "What each provider owes us, in satang"),
    ("manao_ledger_series_faults", Unit::Count, "Numbers of receipts and tax documents that are missing or doubled"),
    ("manao_ledger_unbalanced_charges", Unit::Count, "Charges whose books do not agree with them"),
    ("manao_ledger_unbalanced_orders", Unit::Count, "Orders whose books do not agree with them"),
    ("manao_ledger_unowed_satang", Unit::Count, "What went back though nothing was owed, in satang"),
    ("manao_partner_float_satang", Unit::Count, "Our money at each partner, in satang"),
    ("manao_products_unfunded", Unit::Count, "Products that no partner's float covers"),
    ("manao_outbox_oldest_seconds", Unit::Seconds, "How long the oldest unpublished event has waited, in seconds"),
    ("manao_outbox_unpublished", Unit::Count, "Events committed and not yet with the hub"),
    ("manao_reconciliation_differences", Unit::Count, "Unexplained differences to the counterparties' lists"),
];

const HISTOGRAMS: &[(&str, &str)] = &[
    ("manao_http_seconds", "Calls, by method, route and class of status, in seconds"),
    ("manao_job_seconds", "Runs of jobs, by task, in seconds"),
    ("manao_outbox_lag_seconds", "From an event's commit to the hub, in seconds"),
    ("manao_page_render_seconds", "First renderings of pages, in seconds"),
    ("manao_provider_seconds", "Answers of the payment provider, by call, in seconds"),
    ("manao_share_picture_seconds", "Drawings of pictures for shared links, in seconds"),
];

/// Describes each metric.
pub(super) fn describe() {
    for (name, help) in COUNTERS {
        describe_counter!(*name, Unit::Count, *help);
    }
    for (name, unit, help) in GAUGES {
        describe_gauge!(*name, *unit, *help);
    }
    for (name, help) in HISTOGRAMS {
        describe_histogram!(*name, Unit::Seconds, *help);
    }
}

/// Starts at zero the counters without labels, and of the others those that raise an alarm.
pub(super) fn start(tasks: &[PeriodicTask], jobs: &[JobDefinition]) {
    const PLAIN: &[&str] = &[
        "manao_changes_rolled_back_total",
        "manao_charges_refused_total",
        "manao_codes_duplicate_total",
        "manao_codes_known_total",
        "manao_deliveries_closed_delivered_total",
        "manao_deliveries_twice_total",
        "manao_orders_total",
        "manao_outbox_published_total",
        "manao_payment_mismatches_total",
        "manao_payments_returned_early_total",
        "manao_payments_returned_total",
        "manao_payments_surplus_total",
        "manao_unmatched_charges_total",
        "manao_uploads_too_slow_total",
    ];
    for name in PLAIN {
        counter!(*name).increment(0);
    }
    for provider in Provider::ALL {
        for outcome in ["kept", "repeated", "rejected"] {
            counter!("manao_webhooks_total", "provider" => provider.as_str(), "outcome" => outcome).increment(0);
        }
    }
    for state in [RefundState::Done, RefundState::Refused] {
        counter!("manao_refunds_total", "state" => state.as_str()).increment(0);
    }
    for reason in FailureReason::ALL {
        counter!("manao_deliveries_to_repair_total", "reason" => reason.as_str()).increment(0);
    }
    for reason in ["failed", "slow", "busy", "stopped"] {
        counter!("manao_pages_unrendered_total", "reason" => reason).increment(0);
    }
    for task in tasks {
        counter!("manao_periodic_tasks_failed_total", "task" => task.name).increment(0);
    }
    for job in jobs {
        counter!("manao_jobs_total", "task" => job.identifier(), "outcome" => "failed").increment(0);
    }
    for (way, outcome) in [("push", "refused"), ("push", "given_up")] {
        counter!("manao_notices_total", "way" => way, "outcome" => outcome).increment(0);
    }
}
