//! Codes that several calls refuse with.

use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub const FILE: &[Code] =
    &[too_many_requests, file_type_invalid, file_too_large, file_required, image_too_large, upload_too_slow];
pub const TEXTING: &[Code] = &[otp_too_soon, otp_limit, telecom_unavailable];
pub const OTP: &[Code] = &[otp_wrong, otp_expired, otp_too_many_tries];
pub const SIGN_IN: &[Code] = &[forbidden, too_many_requests];
pub const REFRESH: &[Code] = &[refresh_token_invalid, session_revoked];
