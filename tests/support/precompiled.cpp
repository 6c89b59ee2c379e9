// SPDX-License-Identifier: LGPL-3.0-or-later
// The program that the precompiled headers belong to. Nothing runs it.
int main() {}
