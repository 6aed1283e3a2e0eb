//! Access to queries about mobile numbers, and to codes.

use super::case::{cases, get, post};

cases! {
    send_otp: post("/send-OTP");
    confirm_otp: post("/confirm-OTP");
    account_verify_mobile_number: post("/account/verify-mobile-number");
    account_confirm_mobile_number: post("/account/confirm-mobile-number");
    user_validate_mobile_mumber: post("/user/validate-mobile-mumber");
    user_check_mobile_number: post("/user/check-mobile-number");
    get_network_type: post("/get-network-type");
    get_profile_type: post("/get-profile-type");
    credit_limit_check_credit_balance: post("/credit-limit/check-credit-balance");
    kyc_check_kyc_mobile_number: get("/kyc/check-kyc-mobile-number/{mobile}").at(&[("mobile", "0811112222")]);
    kyc_check_user_kyc: get("/kyc/check-user-kyc");
    kyc_get_otp: post("/kyc/get-otp");
    kyc_confirm_otp: post("/kyc/confirm-otp");
}
