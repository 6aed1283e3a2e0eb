//! The hub's promises, checked by real sockets on every bus: memory and Redis.

mod access;
mod delivery;
mod ephemeral;
mod life;
mod limits;
mod race;

/// Runs each test once on a memory bus and once on a Redis of its own.
macro_rules! contract {
    ($($module:ident: $($test:ident),+ $(,)?;)+) => {
        mod memory {
            $(mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::contract::$module::$test(crate::support::World::memory()).await;
                }
            )+})+
        }
        mod redis {
            $(mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::contract::$module::$test(crate::support::World::redis()).await;
                }
            )+})+
        }
    };
}

contract! {
    delivery:
        events_arrive_in_order_and_repeats_do_not,
        a_client_that_was_away_gets_what_it_missed,
        resuming_under_fire_has_no_gap_and_no_repeat,
        what_history_forgot_is_told,
        the_own_topic_resumes_with_hello,
        a_topic_without_events_is_resumed_or_told,
        a_state_topic_begins_with_its_newest_snapshot,
        leaving_a_topic_ends_its_events,
        a_position_that_is_none_costs_its_topic_a_reload,
        a_publisher_whose_turn_is_over_is_refused,
        slow_readers_are_closed_and_the_others_do_not_notice,
        publishing_over_http;
    race:
        the_first_event_after_ten_thousand_joins_is_the_next;
    access:
        grants_open_one_topic_for_one_user,
        own_topics_are_for_their_owner,
        a_session_that_ended_is_closed_everywhere,
        a_suspended_user_is_closed_and_stays_out,
        a_withdrawn_topic_ends_and_the_socket_lives,
        an_order_heard_late_leaves_what_was_given_since,
        nobody_with_a_token_comes_in_before_the_rights_are_known,
        bad_tokens_are_refused,
        a_token_runs_out_unless_refreshed,
        a_subscription_ends_with_its_grant_unless_renewed;
    limits:
        malformed_frames_close,
        hello_must_come_in_time,
        too_many_frames_close,
        too_many_topics_are_refused,
        too_many_sockets_are_refused,
        sockets_that_say_nothing_count,
        behind_a_proxy_each_address_counts_by_itself,
        joins_count_against_the_address,
        topics_count_over_all_sockets_of_an_address,
        a_frame_too_large_ends_with_its_code,
        foreign_origins_and_protocols_are_refused;
    ephemeral:
        signals_reach_the_others,
        presence_follows_people;
    life:
        a_silent_client_is_closed,
        draining_says_goodbye_and_spreads;
}
