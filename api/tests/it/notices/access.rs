//! Access to notification settings.

use serde_json::json;

use super::case::{cases, get, post};

cases! {
    notification_settings: get("/notification/settings");
    notification_settings_chosen: post("/notification/settings").with(|_| json!({"push": true, "mail": "off"}));
    notification_push: post("/notification/push");
    notification_push_forget: post("/notification/push/forget").with(|_| json!({"endpoint": "https://fcm.googleapis.com/fcm/send/none"}));
}
