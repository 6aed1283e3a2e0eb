//! The hub's metrics. The recorder is the host's; it must be installed before the hub is made.

use metrics::{Counter, Gauge, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

use crate::room::Tally;

pub(crate) struct Meter {
    pub connections: Gauge,
    pub subscriptions: Gauge,
    pub rooms: Gauge,
    delivered: Counter,
    merged: Counter,
    dropped: Counter,
    pub resumed: Counter,
    pub not_resumed: Counter,
    pub fills: Counter,
    pub drift: Counter,
    pub way: Histogram,
}

/// Describes the metric of published events. A bus counts them in processes without a hub, too.
pub(crate) fn describe_published() {
    describe_counter!("hub_published_total", "Events published through this node");
}

impl Meter {
    pub fn new() -> Self {
        describe_gauge!("hub_connections", "Open sockets that said hello");
        describe_gauge!("hub_subscriptions", "Topics joined, over all sockets");
        describe_gauge!("hub_rooms", "Topics with a listener on this node");
        describe_published();
        describe_counter!("hub_delivered_total", "Frames queued for sockets");
        describe_counter!("hub_merged_total", "Frames replaced by a newer one for a slow socket");
        describe_counter!("hub_dropped_total", "Ephemeral frames not sent to a slow socket");
        describe_counter!("hub_resumes_total", "Resumptions, by whether nothing was missing");
        describe_counter!("hub_fills_total", "Times a topic fetched events that did not arrive by themselves");
        describe_counter!("hub_drift_total", "Topics found behind by the position check");
        describe_counter!("hub_closed_total", "Sockets closed by the hub, by code");
        describe_histogram!("hub_commit_to_socket_seconds", "From an event's commit to its write to one socket");
        Self {
            connections: gauge!("hub_connections"),
            subscriptions: gauge!("hub_subscriptions"),
            rooms: gauge!("hub_rooms"),
            delivered: counter!("hub_delivered_total"),
            merged: counter!("hub_merged_total"),
            dropped: counter!("hub_dropped_total"),
            resumed: counter!("hub_resumes_total", "recovered" => "true"),
            not_resumed: counter!("hub_resumes_total", "recovered" => "false"),
            fills: counter!("hub_fills_total"),
            drift: counter!("hub_drift_total"),
            way: histogram!("hub_commit_to_socket_seconds"),
        }
    }

    pub fn tally(&self, tally: &Tally) {
        self.delivered.increment(tally.delivered);
        if tally.merged + tally.dropped > 0 {
            self.merged.increment(tally.merged);
            self.dropped.increment(tally.dropped);
        }
    }

    pub fn closed(&self, code: u16) {
        counter!("hub_closed_total", "code" => code.to_string()).increment(1);
    }
}
